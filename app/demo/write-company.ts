import type { ClientBase } from 'pg'
import { demoBuildings, demoDepartments, demoStaff, demoTillAccount, rightsOfDemoAccounts } from './company.ts'
import { demoLookupLists, demoPostcodes, demoProductGroups, demoStockGroups } from './lists.ts'
import { cardCategorySeeds, demoCardGroup, pointRateSeeds, pointStructureSeed, settingSeeds } from './rules.ts'

/** Writes outlets, staff, accounts, lists and programme rules. */
export async function seedCompany(
  client: ClientBase,
  { passwordHash, secretHash }: { passwordHash: string; secretHash: string },
) {
  const write = (text: string, ...values: unknown[]) =>
    client.query(
      text,
      values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
    )

  await write(
    `insert into building (code, name, building_type_id, phone)
     select code, name, type, phone from jsonb_to_recordset($1) as b(code text, name text, type int, phone text)`,
    demoBuildings,
  )
  await write(
    `insert into department (code, name) select d->>0, d->>1 from jsonb_array_elements($1::jsonb) d`,
    demoDepartments,
  )
  await write(
    `insert into staff (full_name, preferred_name, job_title, email, staff_type, sales_person_code, building_id, department_id)
     select s."fullName", s."preferredName", s."jobTitle", coalesce(s.username, lower(s."salesPersonCode"), lower(replace(s."preferredName", ' ', '.'))) || '@carat.example',
       s.type, s."salesPersonCode", building_id, department_id
     from jsonb_to_recordset($1) as s("fullName" text, "preferredName" text, "jobTitle" text, type text, building text, department text, "salesPersonCode" text, username text)
     join building on building.code = s.building join department on department.code = s.department
     order by building_id, s."salesPersonCode", s.username nulls last`,
    demoStaff,
  )
  await write(
    `insert into user_account (kind, username, staff_id, password_hash, password_changed_at)
     select 'Staff', s.username, staff.staff_id, $2, now()
     from jsonb_to_recordset($1) as s(username text, "fullName" text) join staff on staff.full_name = s."fullName" where s.username is not null`,
    demoStaff,
    passwordHash,
  )
  await write(
    `with account as (
       insert into user_account (kind, username, password_hash, scopes) values ('System', $1, $2, array(select jsonb_array_elements_text($3::jsonb))) returning user_id)
     insert into user_outlet (user_id, outlet_code) select user_id, $4 from account`,
    demoTillAccount.username,
    secretHash,
    demoTillAccount.scopes,
    demoTillAccount.outlet,
  )
  await write(
    `insert into user_role (user_id, role) select user_id, role from jsonb_each($1) r(username, rights) join user_account using (username), jsonb_array_elements_text(rights->'roles') role`,
    rightsOfDemoAccounts,
  )
  await write(
    `insert into user_privilege (user_id, privilege) select user_id, privilege from jsonb_each($1) r(username, rights) join user_account using (username), jsonb_array_elements_text(rights->'privileges') privilege`,
    rightsOfDemoAccounts,
  )

  await write(
    `insert into list_item (list_name, value, sequence_no)
     select name, value, place from jsonb_each($1) l(name, items), jsonb_array_elements_text(items) with ordinality v(value, place)
     on conflict do nothing`,
    demoLookupLists,
  )
  await write(
    `insert into product_group (product_code, product_name, product_type, earn_points_yn)
     select code, name, type, earns from jsonb_to_recordset($1) as g(code text, name text, type text, earns text)`,
    demoProductGroups,
  )
  await write(
    `insert into stock_group (code, name) select g->>0, g->>1 from jsonb_array_elements($1::jsonb) g`,
    demoStockGroups,
  )
  await write(
    `insert into postcode (postcode, city, state) select p->>0, p->>1, p->>2 from jsonb_array_elements($1::jsonb) p`,
    demoPostcodes,
  )
  await write(
    `insert into setting (name, value, description) select s->>0, s->1, s->>2 from jsonb_array_elements($1::jsonb) s on conflict do nothing`,
    settingSeeds,
  )

  await writeProgramme(write)
}

type Write = (text: string, ...values: unknown[]) => Promise<unknown>

/** Extends the loyalty programme that the migrations created. */
async function writeProgramme(write: Write) {
  await write(
    `insert into card_group (name, description) values ($1, $2) on conflict do nothing`,
    demoCardGroup.name,
    demoCardGroup.description,
  )
  await write(
    `insert into card_category (code, card_group_id, name, level_sequence, color)
     select code, (select min(group_id) from card_group), name, sequence, color from jsonb_to_recordset($1) as c(code text, name text, sequence int, color text)
     on conflict do nothing`,
    cardCategorySeeds,
  )
  await write(
    `insert into card_level (card_category_id, first_sales_amount, accumulate_amount, maintain_amount, point_multiplier, birthday_multiplier, effective_from)
     select card_category_id, first, accumulate, maintain, multiplier, birthday, date '2000-01-01'
     from jsonb_to_recordset($1) as c(code text, first numeric, accumulate numeric, maintain numeric, multiplier numeric, birthday numeric)
     join card_category using (code)
     on conflict do nothing`,
    cardCategorySeeds,
  )
  await write(
    `with plan as (
       insert into point_structure (code, name, validity_months, expiry_rounding, member_type) values ($1, $2, $3, $4, 'Premium Member') on conflict do nothing returning structure_id)
     insert into point_structure_detail (structure_id, effective_from, remark) select structure_id, date '2000-01-01', 'Since the beginning' from plan`,
    pointStructureSeed.code,
    pointStructureSeed.name,
    pointStructureSeed.validityMonths,
    pointStructureSeed.rounding,
  )
  await write(
    `with new_rate as (
       insert into point_rate (brand, object_type, object_value)
       select brand, "objectType", "objectValue" from jsonb_to_recordset($1) as r(brand text, "objectType" text, "objectValue" text)
       on conflict do nothing returning rate_id, brand, object_type)
     insert into point_rate_detail (rate_id, amount, point_rate, effective_from)
     select new_rate.rate_id, r.amount, r.points, date '2000-01-01'
     from new_rate join jsonb_to_recordset($1) as r(brand text, "objectType" text, amount numeric, points numeric)
       on r.brand = new_rate.brand and r."objectType" = new_rate.object_type`,
    pointRateSeeds,
  )
}
