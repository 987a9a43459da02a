-- Collapses spaces in a line of an imported file. Requires text from normaliseCharacters (kit/contract/normal-form.ts).
create or replace function normal_text(typed text) returns text language sql immutable strict parallel safe
  return nullif(btrim(regexp_replace(typed, '[\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), '');

-- Normalises a code, number, phone number or full name of an imported file like normaliseCode.
create or replace function normal_code(typed text) returns text language sql immutable strict parallel safe
  return case when octet_length(typed) = length(typed) then normal_text(typed) else
    normal_text(regexp_replace(normalize(typed, NFKC), '[\u058a\u2010-\u2015\u207b\u208b\u2043\u2212\u2e3a\u2e3b\u30a0\ufe58\ufe63\uff0d]', '-', 'g')) end;

-- Converts to upper case as JavaScript does, independent of the database locale: ß becomes SS.
create or replace function upper_text(typed text) returns text language sql immutable strict parallel safe
  return case when octet_length(typed) = length(typed) then upper(typed collate pg_unicode_fast) else normalize(upper(typed collate pg_unicode_fast), NFC) end;

-- Converts to lower case as JavaScript does. E-mail addresses are stored in lower case.
create or replace function lower_text(typed text) returns text language sql immutable strict parallel safe
  return case when octet_length(typed) = length(typed) then lower(typed collate pg_unicode_fast) else normalize(lower(typed collate pg_unicode_fast), NFC) end;

-- Returns the similarity of two names, 0 to 1: of their trigrams or of their non-ASCII letters, whichever is higher.
create or replace function name_similarity(one text, other text) returns real language sql immutable strict parallel safe
  return greatest(
    similarity(fold_text(one), fold_text(other)),
    (select count(distinct a.letter)::real / cardinality(array(select unnest(folded_letters(one)) union select unnest(folded_letters(other))))
     from unnest(folded_letters(one)) a (letter) join unnest(folded_letters(other)) b (letter) on a.letter = b.letter
     having count(*) > 0));
