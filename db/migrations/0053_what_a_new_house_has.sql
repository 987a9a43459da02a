-- What a house begins with, so that the first customer and the first sale need no list to be typed: usual values of the
-- lookup lists (brands are the house's own), a programme of three levels, how points are earned. Only what is empty is
-- filled, and rules of points only where nothing was ever sold: they would change what sales earn.

select set_config('carat.origin', '{"userId":null,"name":"release","outletCode":null,"session":null,"ip":null,"requestId":"release","bulk":"release"}', true);

insert into list_item (list_name, value, sequence_no)
select name, value, place
from (values
  ('Salutation', array['Mr', 'Ms', 'Mrs', 'Madam', 'Dr', 'Prof', 'Encik', 'Cik', 'Puan', 'Dato’', 'Datin', 'Tan Sri', 'Puan Sri']),
  ('IDType', array['NRIC', 'Passport', 'Army/Police', 'Birth certificate', 'Other']),
  ('Gender', array['Female', 'Male']),
  ('Race', array['Malay', 'Chinese', 'Indian', 'Kadazan-Dusun', 'Iban', 'Other']),
  ('Language', array['English', 'Malay', 'Chinese', 'Tamil']),
  ('SpokenLanguage', array['English', 'Malay', 'Mandarin', 'Cantonese', 'Hokkien', 'Tamil', 'Japanese', 'French']),
  ('ProfessionLevel', array['Student', 'Executive', 'Manager', 'Director', 'Professional', 'Business owner', 'Civil servant', 'Homemaker', 'Retired']),
  ('MonthlyIncomeRange', array['Below RM 3,000', 'RM 3,000 - 5,999', 'RM 6,000 - 9,999', 'RM 10,000 - 19,999', 'RM 20,000 and above']),
  ('WhereYouKnowUs', array['Walk-in', 'Friend or family', 'Facebook', 'Instagram', 'Google', 'Wedding fair', 'Newspaper', 'Radio', 'Mall event']),
  ('Currency', array['MYR', 'SGD', 'USD', 'BND']),
  ('Country', array['Malaysia', 'Singapore', 'Brunei', 'Indonesia', 'Thailand', 'China', 'India', 'Japan', 'France', 'United Kingdom', 'Australia', 'United States']),
  ('MalaysianState', array['Johor', 'Kedah', 'Kelantan', 'Melaka', 'Negeri Sembilan', 'Pahang', 'Perak', 'Perlis', 'Pulau Pinang', 'Sabah', 'Sarawak', 'Selangor', 'Terengganu', 'Kuala Lumpur', 'Labuan', 'Putrajaya']),
  ('ProductType', array['Ring', 'Necklace', 'Bracelet', 'Earrings', 'Pendant', 'Bangle', 'Watch', 'Gold bar', 'Service', 'Gift card']),
  ('MaritalStatus', array['Single', 'Married', 'Divorced', 'Widowed']),
  ('AddressType', array['Home', 'Office', 'Mailing', 'Other']),
  ('ConsentChannel', array['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail']),
  ('AdjustmentReason', array['Service recovery', 'Late invoice', 'System error', 'Goodwill', 'Correction', 'Migration'])
) as list(name, items), unnest(items) with ordinality as item(value, place)
where not exists (select from list_item there where there.list_name = name);

do $$
begin
  if not exists (select from card_group) and not exists (select from membership) then
    insert into card_group (name, description)
    values ('Jewel Club', 'Members of the house: points on every purchase, three tiers, a year at a time.');

    insert into card_category (code, card_group_id, name, level_sequence, color)
    select code, (select min(group_id) from card_group), name, place, color
    from (values ('CLASSIC', 'Classic', 1, '#b08d57'), ('GOLD', 'Gold', 2, '#d4af37'), ('PLATINUM', 'Platinum', 3, '#8e9aaf'))
      as category(code, name, place, color);

    insert into card_level (card_category_id, first_sales_amount, accumulate_amount, maintain_amount, point_multiplier, birthday_multiplier, effective_from)
    select card_category_id, first, accumulate, maintain, multiplier, birthday, date '2000-01-01'
    from (values ('CLASSIC', 500, 0, 0, 1, 2), ('GOLD', 8000, 10000, 6000, 1.25, 2), ('PLATINUM', 30000, 35000, 20000, 1.5, 3))
      as level(code, first, accumulate, maintain, multiplier, birthday)
    join card_category using (code);
  end if;

  if not exists (select from point_structure) and not exists (select from transaction_summary) then
    with plan as (
      insert into point_structure (code, name, validity_months, expiry_rounding, member_type)
      values ('STANDARD', 'Standard earning', 24, 'End of month', 'Premium Member') returning structure_id
    )
    insert into point_structure_detail (structure_id, effective_from, remark)
    select structure_id, date '2000-01-01', 'Since the beginning' from plan;
  end if;

  if not exists (select from point_rate) and not exists (select from transaction_summary) then
    with rate as (insert into point_rate (brand) values ('All') returning rate_id)
    insert into point_rate_detail (rate_id, amount, point_rate, effective_from)
    select rate_id, 10, 1, date '2000-01-01' from rate;
  end if;
end $$;
