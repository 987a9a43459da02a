-- The pictures of a reward in their order, the main one first.
alter table reward add column images bigint[] not null default '{}' check (cardinality(images) <= 5);
