//! The descriptions of JSON in `docs`, and what follows them.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;
use std::path::Path;

/// The description of what a tool prints.
pub struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    pub fn of(tool: &str) -> Schema {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
        let text = std::fs::read_to_string(folder.join(format!("{tool}.schema.json")));
        let schema = serde_json::from_str(&text.expect("there is a description"));
        Schema::new(schema.expect("it is JSON"))
    }

    /// Fails unless the value is a schema.
    #[track_caller]
    pub fn new(schema: Value) -> Schema {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("schema.json", schema).expect("it is JSON");
        match compiler.compile("schema.json", &mut schemas) {
            Ok(index) => Schema { schemas, index },
            Err(error) => panic!("no schema: {error:#}"),
        }
    }

    pub fn describes(&self, object: &Value) -> bool {
        self.schemas.validate(object, self.index).is_ok()
    }

    /// Fails unless the object is as it is described.
    #[track_caller]
    pub fn check(&self, object: &Value) {
        if let Err(error) = self.schemas.validate(object, self.index) {
            panic!("{error}: {object}");
        }
    }
}
