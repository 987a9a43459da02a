-- Further tables of this area under audit, beside those of its records.
select audit_table('setting', 'name'),
  audit_table('list_item', 'list_item_id'),
  audit_table('field_translation', 'translation_id');
