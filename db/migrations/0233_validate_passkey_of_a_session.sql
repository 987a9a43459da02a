alter table session validate constraint session_passkey_id_fkey;
