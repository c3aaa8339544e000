//! Chromium, driven by chromedriver.

use crate::process::{PATIENCE, Process, wait_for};
use fantoccini::wd::{Capabilities, Locator, WebDriverCompatibleCommand, WindowHandle};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::fmt::Debug;
use std::path::PathBuf;
use std::process::Command;
use tokio::runtime::{Builder, Runtime};
use url::{ParseError, Url};

#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Of the page, in pixels.
    pub width: u32,
    /// Of the page, in pixels.
    pub height: u32,
    /// Whether it is a phone: small, touched, and with finer pixels.
    pub is_phone: bool,
    /// Whether the system asks for dark colours.
    pub is_dark: bool,
}

impl Look {
    pub const DESK: Look = Look { width: 1280, height: 860, is_phone: false, is_dark: false };
    pub const PHONE: Look = Look { width: 360, height: 740, is_phone: true, is_dark: false };

    pub fn dark(self) -> Look {
        Look { is_dark: true, ..self }
    }
}

/// A browser of its own, which is closed in the end.
pub struct Browser {
    runtime: Runtime,
    client: Client,
    /// Chromium, should it outlive its driver.
    id: Option<u64>,
    _driver: Process,
}

impl Debug for Browser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Browser").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Browser {
    pub fn start(look: Look) -> Browser {
        let (driver, port) = start_driver();
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let address = format!("http://127.0.0.1:{port}");
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities(look));
        let client = runtime.block_on(builder.connect(&address));
        let client = client.unwrap_or_else(|error| panic!("Chromium does not start: {error}"));
        let id = client.capabilities().and_then(|c| c.get("goog:processID")?.as_u64());
        let browser = Browser { runtime, client, id, _driver: driver };
        if !look.is_phone {
            // Without the frame of a window, which takes a part of its size.
            let Look { width, height, .. } = look;
            let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
            browser.devtools("Emulation.setDeviceMetricsOverride", metrics);
        }
        if look.is_dark {
            let features = json!([{ "name": "prefers-color-scheme", "value": "dark" }]);
            browser.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
        }
        browser
    }

    /// Lets the driver do something, which must not take too long.
    #[track_caller]
    pub fn run<T, E: Debug>(&self, act: impl AsyncFnOnce(&Client) -> Result<T, E>) -> T {
        let act = async { tokio::time::timeout(PATIENCE, act(&self.client)).await };
        let done = self.runtime.block_on(act).expect("the browser answers in time");
        // The driver adds a trace of its own calls.
        let said = |error| format!("{error:?}").split("stacktrace").next().map(str::to_owned);
        done.unwrap_or_else(|error| panic!("the browser says {:?}", said(error)))
    }

    /// The windows and tabs, the one of the start first.
    #[track_caller]
    pub fn windows(&self) -> Vec<WindowHandle> {
        self.run(async |client| client.windows().await)
    }

    #[track_caller]
    pub fn go_to(&self, window: &WindowHandle) {
        self.run(async |client| client.switch_to_window(window.clone()).await);
    }

    /// The window that was opened beside those that are known, once it is there.
    #[track_caller]
    pub fn new_window(&self, known: &[WindowHandle]) -> WindowHandle {
        wait_for("new tab", || self.windows().into_iter().find(|window| !known.contains(window)))
    }

    #[track_caller]
    pub fn script(&self, script: &str, arguments: Value) -> Value {
        let Value::Array(arguments) = arguments else { panic!("a list of arguments") };
        self.run(async |client| client.execute(script, arguments).await)
    }

    /// Clicks what this selector finds, once that is there. The page may draw it again meanwhile.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.run(async |client| {
            loop {
                let found = client.wait().at_most(PATIENCE).for_element(Locator::Css(selector));
                match found.await?.click().await {
                    Err(error) if error.is_stale_element_reference() => {}
                    clicked => return clicked,
                }
            }
        });
    }

    /// Types a text where this selector finds a place for it.
    #[track_caller]
    pub fn write(&self, selector: &str, text: &str) {
        self.run(async |client| {
            let field = client.find(Locator::Css(selector)).await?;
            field.clear().await?;
            field.send_keys(text).await
        });
    }

    /// Chooses a value of a list, once it is there.
    #[track_caller]
    pub fn select(&self, selector: &str, value: &str) {
        let option = format!("{selector} option[value=\"{value}\"]");
        self.run(async |client| {
            client.wait().for_element(Locator::Css(&option)).await?;
            client.find(Locator::Css(selector)).await?.select_by_value(value).await
        });
    }

    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.driver_command("goog/cdp/execute", json!({ "cmd": command, "params": parameters }))
    }

    /// The entries that the browser has logged since the last call.
    #[track_caller]
    pub fn log(&self, kind: &str) -> Vec<Value> {
        let Value::Array(entries) = self.driver_command("se/log", json!({ "type": kind })) else {
            panic!("a list of entries");
        };
        entries
    }

    #[track_caller]
    fn driver_command(&self, path: &'static str, body: Value) -> Value {
        self.run(async |client| client.issue_cmd(Own { path, body }).await)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A driver that is killed leaves its browser behind, so it is asked first.
        let closed = async { tokio::time::timeout(PATIENCE, self.client.clone().close()).await };
        let is_closed = matches!(self.runtime.block_on(closed), Ok(Ok(())));
        if let (false, Some(id)) = (is_closed, self.id) {
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
        }
    }
}

/// A command that is chromedriver's own.
#[derive(Debug)]
struct Own {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Own {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

fn start_driver() -> (Process, String) {
    let program = program("CHROMEDRIVER", &["chromedriver"]);
    // Another program may take the port that it has found before it does.
    for _ in 0..10 {
        let mut driver = Process::start(Command::new(&program).arg("--port=0"));
        let port = driver.read(|line| {
            let port = line.split_once("started successfully on port ")?.1;
            Some(port.trim_end_matches('.').to_owned())
        });
        if let Some(port) = port {
            return (driver, port);
        }
    }
    panic!("{} does not start", program.display());
}

fn capabilities(look: Look) -> Capabilities {
    let mut arguments = vec![
        "--headless=new".to_owned(),
        format!("--window-size={},{}", look.width, look.height),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        // Containers have little of it.
        "--disable-dev-shm-usage".to_owned(),
        // Tabs at the back go on as those at the front do.
        "--disable-backgrounding-occluded-windows".to_owned(),
        "--disable-renderer-backgrounding".to_owned(),
    ];
    // Chromium's sandbox does not work for root.
    if is_root() {
        arguments.push("--no-sandbox".to_owned());
    }
    let mut options = json!({
        "binary": program("CHROMIUM", &["chromium", "google-chrome", "chromium-browser"]),
        "args": arguments,
        "perfLoggingPrefs": { "enableNetwork": true, "enablePage": false },
    });
    if look.is_phone {
        let Look { width, height, .. } = look;
        let metrics = json!({
            "width": width, "height": height, "pixelRatio": 2.0, "touch": true, "mobile": true,
        });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
    }
    let all = json!({
        "goog:chromeOptions": options,
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    });
    all.as_object().cloned().expect("an object")
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// The program that a variable names, or the first of these that is installed.
fn program(variable: &str, names: &[&str]) -> PathBuf {
    if let Some(path) = std::env::var_os(variable) {
        return PathBuf::from(path);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let paths = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let found = paths.into_iter().find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{} is missing: install it, or set {variable}", names[0]))
}
