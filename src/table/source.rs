//! Which exact tables an engine asks.

use std::path::Path;
use std::sync::Arc;

use crate::game::Variant;

use super::tables::{Tables, TablesError, list};

/// The tables in a folder, or none.
#[derive(Clone, Default, Debug)]
pub struct TableSource(Option<Arc<[Tables]>>);

/// Tables are equal if they are the same ones in memory.
impl PartialEq for TableSource {
    fn eq(&self, other: &TableSource) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}

impl TableSource {
    /// The tables of all games in a folder; none for no name.
    ///
    /// # Errors
    /// If the folder cannot be read, has no table, or one is damaged.
    pub fn open(name: &str) -> Result<TableSource, TablesError> {
        if name.is_empty() {
            return Ok(TableSource::default());
        }
        let folder = Path::new(name);
        let found = list(folder)?;
        let mut variants: Vec<Variant> = Vec::new();
        for contents in found {
            if !variants.contains(&contents.variant) {
                variants.push(contents.variant);
            }
        }
        if variants.is_empty() {
            return Err(TablesError::Empty(folder.to_owned(), Variant::default()));
        }
        let open = |variant| Tables::open(folder, variant, u8::MAX);
        let tables: Result<Vec<Tables>, TablesError> = variants.into_iter().map(open).collect();
        Ok(TableSource(Some(tables?.into())))
    }

    /// The tables of a game, if there are any.
    #[must_use]
    pub fn tables(&self, variant: Variant) -> Option<&Tables> {
        let all = self.0.as_ref()?;
        all.iter().find(|tables| tables.variant() == variant)
    }
}
