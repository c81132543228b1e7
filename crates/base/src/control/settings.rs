//! Builder methods for settings.

/// Makes `with_…` methods, one for each listed field. Most settings are `#[non_exhaustive]`, so
/// that fields can be added: other crates start from the defaults and change some.
#[doc(hidden)]
#[macro_export]
macro_rules! settings {
    ($name:ident $(<$life:lifetime>)? { $($(#[$attr:meta])? $method:ident $field:ident ($($kind:tt)+)),+ $(,)? }) => {
        impl $(<$life>)? $name $(<$life>)? {
            $($crate::control::settings!(@ [$($attr)?] $method $field $($kind)+);)+
        }
    };
    (@ [$($attr:meta)?] $method:ident $field:ident Option<$kind:ty>) => {
        #[doc = concat!("The same with another [`", stringify!($field), "`](Self::", stringify!($field), "), or none.")]
        $(#[$attr])?
        #[must_use]
        pub fn $method(mut self, $field: impl Into<Option<$kind>>) -> Self {
            self.$field = $field.into();
            self
        }
    };
    (@ [$($attr:meta)?] $method:ident $field:ident $kind:ty) => {
        #[doc = concat!("The same with another [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        $(#[$attr])?
        #[must_use]
        pub fn $method(mut self, $field: $kind) -> Self {
            self.$field = $field;
            self
        }
    };
}

pub use crate::settings;
