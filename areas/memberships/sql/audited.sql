-- The tables of this area that are under audit.
select audit_table('card_group', 'group_id'),
  audit_table('card_category', 'card_category_id'),
  audit_table('card_level', 'card_level_id'),
  audit_table('membership', 'membership_no');
