-- The form that searches compare. It stands here and not among the functions that are applied again, because indexes rest on
-- it: a change needs a new name and new indexes. `foldText` in kit/contract/normal-form.ts does the same.
create function fold_text(typed text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(typed) = length(typed) then
    return btrim(regexp_replace(replace(upper(typed collate "C"), '`', ''''), '[\t\n\v\f\r ]+', ' ', 'g'));
  end if;
  return btrim(regexp_replace(normalize(
    translate(replace(replace(replace(replace(
      upper(regexp_replace(regexp_replace(regexp_replace(regexp_replace(normalize(typed, NFKD),
        '[\u0300-\u036f\u00ad\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]', '', 'g'),
        '[\u058a\u2010-\u2015\u207b\u208b\u2043\u2212\u2e3a\u2e3b\u30a0\ufe58\ufe63\uff0d]', '-', 'g'),
        '[\u0060\u00b4\u02b9-\u02bc\u02c8\u2018\u2019\u201b\u2032]', '''', 'g'),
        '[\u201c-\u201f\u2033]', '"', 'g') collate pg_unicode_fast),
      'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'), 'ẞ', 'SS'),
      'ØĐÐŁĦŦŊ', 'ODDLHTN'), NFKC),
    '[\t\n\v\f\r \u0085\u1680\u2028\u2029]+', ' ', 'g'));
end $$;

-- The letters of a folded text that trigrams do not contain, one by one.
create function folded_letters(typed text) returns text[] language sql immutable strict parallel safe
  return string_to_array(regexp_replace(fold_text(typed), '[ -~]', '', 'g'), null);

create index customer_folded_name on customer using gin (fold_text(full_name) gin_trgm_ops);
create index customer_folded_letters on customer using gin (folded_letters(full_name)) where octet_length(full_name) > length(full_name);
drop index customer_full_name_words;
