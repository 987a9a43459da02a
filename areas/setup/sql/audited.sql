-- Registers tables of this area that are not record tables for the audit log.
select audit_table('setting', 'name'),
  audit_table('list_item', 'list_item_id'),
  audit_table('field_translation', 'translation_id');
