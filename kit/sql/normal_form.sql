-- Collapses spaces in a line of an imported file, after normaliseCharacters (kit/contract/normal-form.ts) was applied.
create or replace function normal_text(typed text) returns text language sql immutable strict parallel safe
  return nullif(btrim(regexp_replace(typed, '[\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), '');

-- A code, number, phone number or full name of an imported file; equals normaliseCode.
create or replace function normal_code(typed text) returns text language sql immutable strict parallel safe
  return case when octet_length(typed) = length(typed) then normal_text(typed) else
    normal_text(regexp_replace(normalize(typed, NFKC), '[\u058a\u2010-\u2015\u207b\u208b\u2043\u2212\u2e3a\u2e3b\u30a0\ufe58\ufe63\uff0d]', '-', 'g')) end;

-- Upper case as in JavaScript, independent of the database locale: ß becomes SS.
create or replace function upper_text(typed text) returns text language sql immutable strict parallel safe
  return case when octet_length(typed) = length(typed) then upper(typed collate pg_unicode_fast) else normalize(upper(typed collate pg_unicode_fast), NFC) end;

-- Lower case as in JavaScript; e-mail addresses are stored so.
create or replace function lower_text(typed text) returns text language sql immutable strict parallel safe
  return case when octet_length(typed) = length(typed) then lower(typed collate pg_unicode_fast) else normalize(lower(typed collate pg_unicode_fast), NFC) end;

-- The similarity of two names from 0 to 1: by trigrams of Latin letters or by single letters of other scripts, whichever is higher.
create or replace function name_similarity(one text, other text) returns real language sql immutable strict parallel safe
  return greatest(
    similarity(fold_text(one), fold_text(other)),
    (select count(distinct a.letter)::real / cardinality(array(select unnest(folded_letters(one)) union select unnest(folded_letters(other))))
     from unnest(folded_letters(one)) a (letter) join unnest(folded_letters(other)) b (letter) on a.letter = b.letter
     having count(*) > 0));
