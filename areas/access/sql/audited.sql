-- The audited tables of this area.
select audit_table('user_account', 'user_id', 'last_sign_in_at,access_version,version,updated_at'),
  audit_table('user_role', 'user_id,role'),
  audit_table('user_privilege', 'user_id,privilege'),
  audit_table('user_outlet', 'user_id,outlet_code'),
  audit_table('user_identity', 'identity_id', 'last_used_at'),
  audit_table('identity_request', 'request_id'),
  audit_table('authenticator', 'user_id', 'attempts,last_step,last_used_at,key_id'),
  audit_table('passkey', 'passkey_id', 'sign_count,backed_up,last_used_at');
