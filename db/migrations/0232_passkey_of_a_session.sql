-- Finds the sessions of a removed passkey.
create index concurrently session_passkey on session (passkey_id) where passkey_id is not null;
