//! Methods that change one setting.

/// Makes `with_…` methods, each for a field of settings. Settings are `#[non_exhaustive]`, so that
/// more can come to them: other crates begin with the usual ones and change some.
macro_rules! settings {
    ($name:ident $(<$life:lifetime>)? { $($method:ident $field:ident ($($kind:tt)+)),+ $(,)? }) => {
        impl $(<$life>)? $name $(<$life>)? {
            $($crate::control::settings!(@ $method $field $($kind)+);)+
        }
    };
    (@ $method:ident $field:ident Option<$kind:ty>) => {
        #[doc = concat!("The same with another [`", stringify!($field), "`](Self::", stringify!($field), "), or none.")]
        #[must_use]
        pub fn $method(mut self, $field: impl Into<Option<$kind>>) -> Self {
            self.$field = $field.into();
            self
        }
    };
    (@ $method:ident $field:ident $kind:ty) => {
        #[doc = concat!("The same with another [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $method(mut self, $field: $kind) -> Self {
            self.$field = $field;
            self
        }
    };
}

pub(crate) use settings;
