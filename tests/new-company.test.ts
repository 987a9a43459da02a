import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoLookupLists } from '#app/demo/lists.ts'
import { seedCompany } from '#app/demo/write-company.ts'
import { dismissFirstSteps, getFirstSteps } from '#areas/setup/contract/first-steps.ts'
import { lookupListNames } from '#areas/setup/contract.ts'
import { openClient } from '#kit/server/database.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { staffWith, useApp } from './harness.ts'
import { textsIn } from './texts.ts'

// The initial content of a production database, and the first steps of its administrator.

const baseline = readFileSync('db/migrations/0001_baseline.sql', 'utf8')
const voucherTypes = readFileSync('db/migrations/0011_voucher_files.sql', 'utf8')
const campaignTypes = readFileSync('db/migrations/0036_campaigns.sql', 'utf8')
const translations = readFileSync('db/migrations/0146_values_in_languages.sql', 'utf8')
const defaults = [
  baseline.slice(baseline.indexOf('-- WHAT A NEW COMPANY BEGINS WITH')),
  voucherTypes.slice(voucherTypes.indexOf('insert into list_item')),
  campaignTypes.slice(campaignTypes.indexOf('insert into list_item')),
  translations,
].join(';')
const counts = `select (select count(*)::int from list_item) as items, (select count(distinct list_name)::int from list_item) as lists,
  (select count(*)::int from card_group) as groups, (select count(*)::int from card_category) as categories, (select count(*)::int from card_level) as levels,
  (select count(*)::int from point_structure) as structures, (select count(*)::int from point_structure_detail) as periods,
  (select count(*)::int from point_rate) as rates, (select count(*)::int from point_rate_detail) as rate_details`
// Migrations add 4 voucher types (gift, cash, discount, birthday) and 8 campaign types.
const items = Object.values(demoLookupLists).flat().length - demoLookupLists.Brand!.length + 4 + 8
const expectedRows = {
  items,
  lists: lookupListNames.length - 1,
  groups: 1,
  categories: 3,
  levels: 3,
  structures: 1,
  periods: 1,
  rates: 1,
  rate_details: 1,
}

/** The field names that differ from the name of their list. */
const fieldOf: Record<string, string> = {
  AdjustmentReason: 'ReasonCode',
  ConsentChannel: 'Channel',
  IDType: 'IdType',
  Race: 'Ethnicity',
  SpokenLanguage: 'SpokenLanguages',
}

describe('database of a new company', () => {
  let clone: TestDatabase
  let client: Awaited<ReturnType<typeof openClient>>
  beforeAll(async () => {
    clone = await cloneDatabase()
    client = await openClient(clone.url, 'test')
    await apply()
  })
  afterAll(async () => {
    await client.end()
    await clone.drop()
  })
  const countRows = async () => (await client.query(counts)).rows[0]
  const apply = async () => {
    await client.query('begin')
    await client.query(defaults)
    await client.query('commit')
  }

  test('new company: every lookup list except brands has values, and there is a group with three levels, a structure and a rate', async () => {
    expect(await countRows()).toEqual(expectedRows)
  })

  test('new company: list values have a text in every language, except names, titles and codes', async () => {
    const { rows } = await client.query<{ language: string; list_name: string; called: string }>(
      `select language, list_name, coalesce(label, value) as called from list_item, unnest(array['zh', 'fr', 'ja']) language
       where not exists (select from field_translation translation where translation.object_type = 'ListItem' and translation.object_id = list_item_id::text
         and translation.field_name = 'Label' and translation.language_code = language)
       order by list_item_id`,
    )
    const alikeIn = (language: string) =>
      rows
        .filter((row) => row.language === language && !['Currency', 'MalaysianState'].includes(row.list_name))
        .map(({ called }) => called)
    const names = ['Encik', 'Cik', 'Puan']
    const titles = ['Dato’', 'Datin', 'Tan Sri', 'Puan Sri']
    const media = ['Facebook', 'Instagram', 'Google']
    const ranges = ['RM 3,000 - 5,999', 'RM 6,000 - 9,999', 'RM 10,000 - 19,999']
    expect(alikeIn('zh')).toEqual([...names, ...ranges, ...media, 'WhatsApp'])
    expect(alikeIn('ja')).toEqual([
      'Mr',
      'Ms',
      'Mrs',
      'Madam',
      ...names,
      ...titles,
      ...ranges,
      ...media,
      'SMS',
      'WhatsApp',
    ])
    expect(alikeIn('fr')).toEqual([
      ...['Dr', ...names, ...titles, 'Kadazan-Dusun', 'Iban', 'Mandarin', 'Hokkien', ...media, 'Radio', 'France'],
      ...['Bracelet', 'Service', 'SMS', 'WhatsApp', 'Correction', 'Migration', 'Promotion'],
    ])
  })

  test.each(['zh', 'fr', 'ja'])('new company: list values have the same names as on pages, in %s', async (language) => {
    const { rows } = await client.query<{ list_name: string; value: string; translation: string }>(
      `select list_name, item.value, coalesce(translation.value, item.value) as translation from list_item item left join field_translation translation
         on translation.object_id = list_item_id::text and translation.language_code = $1 where item.label is null`,
      [language],
    )
    const pages = [...textsIn(language)]
    const differingValues = rows.flatMap(({ list_name, value, translation }) => {
      const name = `values.${fieldOf[list_name] ?? list_name}.${value.replace(/[.:]/g, '_')}`
      return pages.flatMap(([key, text]) =>
        key.endsWith(`:${name}`) && text !== translation ? `${key}: ${text}, ${translation}` : [],
      )
    })
    expect(differingValues).toEqual([])
  })

  test('new company: labels and translations that the company changed stay', async () => {
    await client.query('delete from field_translation')
    await client.query(`update list_item set label = 'Lady' where list_name = 'Gender' and value = 'Female'`)
    await client.query(
      `insert into field_translation (object_type, object_id, field_name, language_code, value)
       select 'ListItem', list_item_id::text, 'Label', 'ja', '紳士' from list_item where list_name = 'Gender' and value = 'Male'`,
    )
    await apply()
    const { rows } = await client.query(
      `select item.value, language_code, translation.value as translation from field_translation translation join list_item item on list_item_id::text = object_id
       where list_name = 'Gender' order by item.value, language_code`,
    )
    expect(rows).toEqual([
      { value: 'Male', language_code: 'fr', translation: 'Homme' },
      { value: 'Male', language_code: 'ja', translation: '紳士' },
      { value: 'Male', language_code: 'zh', translation: '男' },
    ])
  })

  test('new company: sample data does not overwrite existing records', async () => {
    await client.query(`delete from list_item where list_name = 'Race' and value <> 'Other'`)
    await apply()
    expect((await countRows()).items).toBe(items - demoLookupLists.Race!.length + 1)
  })

  test('new company: demo data added afterwards creates no duplicates', async () => {
    await client.query('begin')
    await seedCompany(client, { passwordHash: 'x', secretHash: 'x' })
    expect(await countRows()).toMatchObject({
      ...{
        items: items + demoLookupLists.Brand!.length,
        lists: lookupListNames.length,
        groups: 1,
        categories: 3,
        levels: 3,
      },
      ...{ structures: 1, periods: 1, rates: 5, rate_details: 5 },
    })
    await client.query('rollback')
  })
})

describe('first steps of a new company', () => {
  const app = useApp()
  const admin = staffWith({ roles: ['Settings'], privileges: ['Manage Settings'], outlet: 'HQ' })
  const openSteps = async () => {
    const { body } = await app.call(getFirstSteps, {}, admin)
    return { finished: body.Finished, open: body.Steps.filter(({ Done }) => !Done).map(({ Step }) => Step) }
  }

  test('first steps: are derived from data that is missing, and disappear once they are done', async () => {
    await app.sql(
      `delete from building where building_type_id in (4, 5) and not exists (select from staff where staff.building_id = building.building_id)`,
    )
    await app.sql(`update building set status = 'Inactive' where building_type_id in (4, 5)`)
    expect(await openSteps()).toEqual({
      finished: false,
      open: ['Outlets', 'Staff', 'Lists', 'Levels', 'Rates', 'Mail'],
    })

    await app.sql(`insert into building (code, name, building_type_id) values ('MY1', 'Mine', 4)`)
    // A signed-in user has an account.
    await app.token(staffWith({ roles: ['Dashboard'] }))
    await app.sql(`insert into list_item (list_name, value, sequence_no) values ('Brand', 'Carat', 1)`)
    expect((await openSteps()).open).toEqual(['Levels', 'Rates', 'Mail'])

    await app.sql(defaults)
    expect((await openSteps()).open).toEqual(['Mail'])
    await app.sql(
      `insert into outbox_message (message_id, channel, recipient, subject, body, status, created_at, next_try_at, sent_at)
       values (gen_random_uuid(), 'Email', 'a@carat.example', 'Your code', '123456', 'Sent', now(), now(), now())`,
    )
    expect(await openSteps()).toEqual({ finished: true, open: [] })
  })

  test('first steps: are hidden after a user with access to settings has dismissed them', async () => {
    await app.sql(`update building set status = 'Inactive'`)
    expect(await openSteps()).toEqual({ finished: false, open: ['Outlets'] })
    expect((await app.call(dismissFirstSteps, {}, staffWith({ roles: ['Settings'] }))).status).toBe(403)
    expect((await app.call(dismissFirstSteps, {}, admin)).body).toMatchObject({ Finished: true })
    expect((await app.call(dismissFirstSteps, {}, admin)).status).toBe(200)
    expect(await openSteps()).toEqual({ finished: true, open: ['Outlets'] })
  })
})
