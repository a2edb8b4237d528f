//! Holds a JSON value against a JSON schema, for tests of our own reports.
//!
//! It knows the keywords that `docs/report.schema.json` and the schema of SARIF use. A keyword that it
//! does not know is a complaint, never something to pass over; so is a `pattern` that there would be
//! something to compare with. Validators that know everything take a minute to compile.

#![forbid(unsafe_code)]

use serde_json::{Map, Value};

/// Keywords that say nothing about whether a value is valid.
const REMARKS: [&str; 8] = ["$schema", "$id", "$comment", "title", "description", "default", "examples", "format"];

/// What counts as a property that the schema does not mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnamed {
    /// It is valid unless `additionalProperties` says otherwise, as the standard has it.
    Allowed,
    /// It is a complaint: whoever writes the value should have described it. Only for schemas that
    /// do not spread one object's properties over several keywords.
    Refused,
}

/// What is wrong with the value, each with its place; nothing if it is valid.
pub fn complaints(schema: &Value, value: &Value, unnamed: Unnamed) -> Vec<String> {
    let mut validator = Validator { root: schema, unnamed, complaints: Vec::new() };
    validator.check(schema, value, "");
    validator.complaints
}

struct Validator<'s> {
    root: &'s Value,
    unnamed: Unnamed,
    complaints: Vec<String>,
}

impl<'s> Validator<'s> {
    fn complain(&mut self, at: &str, what: impl std::fmt::Display) {
        let at = if at.is_empty() { "/" } else { at };
        self.complaints.push(format!("{at}: {what}"));
    }

    fn check(&mut self, schema: &'s Value, value: &Value, at: &str) {
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(true) => return,
            _ => return self.complain(at, "nothing is allowed here"),
        };
        for (keyword, rule) in schema {
            self.keyword(schema, keyword, rule, value, at);
        }
    }

    fn keyword(&mut self, schema: &'s Map<String, Value>, keyword: &str, rule: &'s Value, value: &Value, at: &str) {
        match keyword {
            "$ref" => match rule.as_str().and_then(|name| self.root.pointer(name.strip_prefix('#')?)) {
                Some(schema) => self.check(schema, value, at),
                None => self.complain(at, format_args!("the schema has no {rule}")),
            },
            "type" if !types(rule).any(|name| is_a(value, name)) => {
                self.complain(at, format_args!("{value} is not of type {rule}"));
            }
            "enum" if !rule.as_array().is_some_and(|all| all.contains(value)) => {
                self.complain(at, format_args!("{value} is none of {rule}"));
            }
            "const" if rule != value => self.complain(at, format_args!("{value} is not {rule}")),
            "minimum" if value.as_f64() < rule.as_f64() && value.is_number() => {
                self.complain(at, format_args!("{value} is less than {rule}"));
            }
            "maximum" if value.as_f64() > rule.as_f64() && value.is_number() => {
                self.complain(at, format_args!("{value} is more than {rule}"));
            }
            "minItems" if value.as_array().is_some_and(|all| (all.len() as u64) < rule.as_u64().unwrap_or(0)) => {
                self.complain(at, format_args!("fewer than {rule} items"));
            }
            "uniqueItems" if *rule == true && value.as_array().is_some_and(|all| has_twins(all)) => {
                self.complain(at, "an item is there twice");
            }
            "pattern" if value.is_string() => self.complain(at, format_args!("no way to compare {value} with {rule}")),
            "required" => self.required(rule, value, at),
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.check(rule, item, &format!("{at}/{i}"));
                }
            }
            "properties" => self.properties(schema, rule, value, at),
            "anyOf" | "oneOf" => self.alternatives(keyword, rule, value, at),
            // Looked at along with `properties`.
            "additionalProperties" if !schema.contains_key("properties") => {
                self.properties(schema, &Value::Null, value, at);
            }
            "additionalProperties"
            | "type"
            | "enum"
            | "const"
            | "minimum"
            | "maximum"
            | "minItems"
            | "uniqueItems"
            | "pattern"
            | "definitions"
            | "$defs" => {}
            remark if REMARKS.contains(&remark) => {}
            unknown => self.complain(at, format_args!("the schema has the keyword {unknown}, which is not known here")),
        }
    }

    fn required(&mut self, names: &Value, value: &Value, at: &str) {
        let Some(object) = value.as_object() else { return };
        for name in names.as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                self.complain(at, format_args!("`{name}` is missing"));
            }
        }
    }

    fn properties(&mut self, schema: &'s Map<String, Value>, named: &'s Value, value: &Value, at: &str) {
        for (name, value) in value.as_object().into_iter().flatten() {
            let at = format!("{at}/{name}");
            match (named.get(name), schema.get("additionalProperties")) {
                (Some(rule), _) | (None, Some(rule)) => self.check(rule, value, &at),
                (None, None) if self.unnamed == Unnamed::Refused => self.complain(&at, "the schema does not name it"),
                (None, None) => {}
            }
        }
    }

    fn alternatives(&mut self, keyword: &str, rules: &'s Value, value: &Value, at: &str) {
        let rules: Vec<&Value> = rules.as_array().into_iter().flatten().collect();
        let tried = rules.into_iter().map(|rule| {
            let mut alone = Validator { root: self.root, unnamed: self.unnamed, complaints: Vec::new() };
            alone.check(rule, value, at);
            alone.complaints
        });
        let tried: Vec<Vec<String>> = tried.collect();
        let fitting = tried.iter().filter(|complaints| complaints.is_empty()).count();
        if fitting == 0 {
            // The nearest miss says most.
            let nearest = tried.into_iter().min_by_key(Vec::len).unwrap_or_default();
            self.complain(at, format_args!("no alternative fits; the nearest: {}", nearest.join("; ")));
        } else if keyword == "oneOf" && fitting > 1 {
            self.complain(at, format_args!("{fitting} alternatives fit, not one"));
        }
    }
}

fn types(rule: &Value) -> impl Iterator<Item = &str> {
    let several = rule.as_array().into_iter().flatten();
    rule.as_str().into_iter().chain(several.filter_map(Value::as_str))
}

fn is_a(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => false,
    }
}

fn has_twins(all: &[Value]) -> bool {
    all.iter().enumerate().any(|(i, item)| all[..i].contains(item))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(schema: Value, good: &[Value], bad: &[Value]) {
        for value in good {
            assert_eq!(complaints(&schema, value, Unnamed::Allowed), Vec::<String>::new(), "{value}");
        }
        for value in bad {
            assert!(!complaints(&schema, value, Unnamed::Allowed).is_empty(), "{value}");
        }
    }

    #[test]
    fn every_keyword_has_both_sides() {
        check(json!({"type": "integer"}), &[json!(3), json!(2.0)], &[json!("3"), json!(2.5)]);
        check(json!({"type": ["string", "null"]}), &[json!("a"), json!(null)], &[json!(1)]);
        check(json!({"enum": ["a", 1]}), &[json!("a"), json!(1)], &[json!("b")]);
        check(json!({"const": 1}), &[json!(1)], &[json!(2)]);
        check(json!({"minimum": 0, "maximum": 2}), &[json!(0), json!("x")], &[json!(-1), json!(3)]);
        check(json!({"minItems": 1, "uniqueItems": true}), &[json!([1, 2])], &[json!([]), json!([1, 1])]);
        check(json!({"pattern": "a"}), &[json!(1)], &[json!("a")]);
        check(json!({"required": ["a"]}), &[json!({"a": 1}), json!(1)], &[json!({"b": 1})]);
        check(json!({"items": {"type": "null"}}), &[json!([null])], &[json!([null, 1])]);
        check(json!({"properties": {"a": {"type": "null"}}}), &[json!({"a": null, "b": 1})], &[json!({"a": 1})]);
        let closed = json!({"properties": {"a": {}}, "additionalProperties": false});
        check(closed, &[json!({"a": 1})], &[json!({"b": 1})]);
        check(json!({"additionalProperties": {"type": "null"}}), &[json!({"a": null})], &[json!({"a": 1})]);
        let either = json!([{"type": "null"}, {"minimum": 3}]);
        check(json!({"anyOf": either}), &[json!(null), json!(3)], &[json!(1)]);
        check(json!({"oneOf": either}), &[json!(3)], &[json!(null), json!(1)]);
        let list =
            json!({"$ref": "#/$defs/list", "$defs": {"list": {"items": {"$ref": "#/$defs/list"}, "type": "array"}}});
        check(list, &[json!([[], [[]]])], &[json!([1])]);
        check(json!({"dependencies": {}}), &[], &[json!({})]);
        check(json!({"$ref": "#/$defs/none"}), &[], &[json!(1)]);
    }

    #[test]
    fn properties_without_a_description_can_be_refused() {
        let schema = json!({"properties": {"a": {"properties": {}}}});
        let found = complaints(&schema, &json!({"a": {"b": 1}}), Unnamed::Refused);
        assert_eq!(found, ["/a/b: the schema does not name it"]);
    }
}
