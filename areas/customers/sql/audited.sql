-- The audited tables of this area, in addition to those declared as records.
select audit_table('customer_consent', 'consent_id');
select audit_table('contact_change', 'change_id');
select audit_table('unproved_contact', 'customer_id,field');
select audit_table('consent_wording_version', 'version_id');
select audit_table('consent_wording', 'version,channel,language');
