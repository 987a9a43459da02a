-- In which language somebody read what they agreed to. Null where nobody knows: what was said before this, files, papers.
-- A text of that language must be there, word for word, in the version that was shown.
alter table customer_consent
  add column wording_language text,
  add foreign key (wording_version, channel, wording_language) references consent_wording (version, channel, language);
