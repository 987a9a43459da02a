select audit_table('lead_prospect', 'prospect_id');
