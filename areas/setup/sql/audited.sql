-- Puts further tables of this area under audit. The tables of records are audited automatically.
select audit_table('setting', 'name'),
  audit_table('list_item', 'list_item_id'),
  audit_table('field_translation', 'translation_id');
