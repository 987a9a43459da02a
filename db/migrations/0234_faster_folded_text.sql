-- Folds names without double spaces in less than half of the time, because a list by a part of a name folds every match.
-- The results are those of 0157, so the indexes on them stay valid.
create or replace function fold_text(typed text) returns text language plpgsql immutable strict parallel safe as $$
declare
  ascii text;
begin
  if octet_length(typed) = length(typed) then
    ascii := replace(upper(typed collate "C"), '`', '''');
    if position('  ' in ascii) = 0 and ascii !~ '[\t\n\v\f\r]' then return btrim(ascii); end if;
    return btrim(regexp_replace(ascii, '[\t\n\v\f\r ]+', ' ', 'g'));
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
