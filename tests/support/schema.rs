//! The descriptions of JSON in `docs`, and what follows them.

use jsonschema::Validator;
use serde_json::Value;
use std::path::Path;

/// The description of what a tool prints.
pub struct Schema(Validator);

impl Schema {
    pub fn of(tool: &str) -> Schema {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
        let text = std::fs::read_to_string(folder.join(format!("{tool}.schema.json")));
        let schema = serde_json::from_str(&text.expect("there is a description"));
        Schema(jsonschema::validator_for(&schema.expect("it is JSON")).expect("it is a schema"))
    }

    pub fn describes(&self, object: &Value) -> bool {
        self.0.is_valid(object)
    }

    /// Fails unless the object is as it is described.
    #[track_caller]
    pub fn check(&self, object: &Value) {
        if let Err(error) = self.0.validate(object) {
            panic!("{error} at {}: {object}", error.instance_path());
        }
    }
}
