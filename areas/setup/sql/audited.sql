-- The tables of this area that are under audit.
select audit_table('setting', 'name'),
  audit_table('list_item', 'list_item_id'),
  audit_table('field_translation', 'translation_id'),
  audit_table('product_group', 'product_code');
