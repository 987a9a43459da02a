import { beforeEach, expect, test } from 'vitest'
import { listItems } from '#tests/factories/customers.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { addListItem, listLookupEntries, reorderList, updateListItem } from '../../contract/lists.ts'
import { addTranslation, deleteTranslation, listTranslations } from '../../contract/translations.ts'
import { getListItems } from '../../contract.ts'

const app = useApp()
beforeEach(async () => {
  await app.sql('delete from field_translation')
  await app.sql(`delete from list_item where list_name = 'Race'`)
  await listItems(app.db, 'Race', 'Malay', 'Chinese', 'Indian')
})
const ListName = 'Race' as const
const labels = async (LanguageCode: 'en' | 'zh' = 'en') =>
  (await app.call(getListItems, { ListName, LanguageCode }, staffWith())).body.rows.map(({ Label }) => Label)
const entries = async () => (await app.call(listLookupEntries, { ListName })).body.rows

test('lookup list: a new value is added at the end and must be unique', async () => {
  expect((await app.call(addListItem, { ListName, Value: 'Iban' })).status).toBe(201)
  expect(await labels()).toEqual(['Malay', 'Chinese', 'Indian', 'Iban'])
  expect(await app.call(addListItem, { ListName, Value: 'Iban' })).toMatchObject({
    status: 409,
    refusal: { message: 'The list already has the value Iban' },
  })
})

test('lookup list: a label changes the displayed text but not the value, and inactive values cannot be chosen', async () => {
  const [first, second] = await entries()
  await app.call(updateListItem, { ListItemId: first!.ListItemId, Version: 1, Label: 'Melayu' })
  await app.call(updateListItem, { ListItemId: second!.ListItemId, Version: 1, Status: 'Inactive' })
  const { body } = await app.call(getListItems, { ListName }, staffWith())
  expect(body.rows).toMatchObject([{ Value: 'Malay', Label: 'Melayu' }, { Value: 'Indian' }])
  expect(await entries()).toHaveLength(3)
  expect(
    await app.call(updateListItem, { ListItemId: first!.ListItemId, Version: 1, Label: 'Old form' }),
  ).toMatchObject({ status: 409, refusal: { code: 'kit.stale', current: { Label: 'Melayu' } } })
  expect(
    (await app.call(updateListItem, { ListItemId: first!.ListItemId, Version: 2, Value: 'x' } as never)).status,
  ).toBe(400)
})

test('lookup list: a new order is refused if it does not contain exactly the current values', async () => {
  const ids = (await entries()).map(({ ListItemId }) => ListItemId)
  await app.call(reorderList, { ListName, ListItemIds: ids.toReversed() })
  expect(await labels()).toEqual(['Indian', 'Chinese', 'Malay'])
  for (const invalidIds of [ids.slice(1), [...ids, ids[0]!], [ids[0]!, ids[1]!, 999_999]])
    expect(await app.call(reorderList, { ListName, ListItemIds: invalidIds })).toMatchObject({
      status: 409,
      refusal: { code: 'setup.list_changed' },
    })
})

test('translation of a list value: is shown in its language, replaces an earlier one, and can be deleted', async () => {
  const [first] = await entries()
  const target = { ObjectType: 'ListItem', ObjectId: String(first!.ListItemId), LanguageCode: 'zh' } as const
  await app.call(addTranslation, { ...target, Value: '马来' })
  const replaced = await app.call(addTranslation, { ...target, Value: '马来人' })
  expect(await labels('zh')).toEqual(['马来人', 'Chinese', 'Indian'])
  expect(await labels('en')).toEqual(['Malay', 'Chinese', 'Indian'])
  const listed = await app.call(listTranslations, { ObjectType: 'ListItem', LanguageCode: 'zh' }, staffWith())
  expect(listed.body).toMatchObject({ count: 1, rows: [{ ObjectId: target.ObjectId, Value: '马来人' }] })

  await app.call(deleteTranslation, { TranslationId: replaced.body.TranslationId })
  expect(await labels('zh')).toEqual(['Malay', 'Chinese', 'Indian'])
  expect((await app.call(addTranslation, { ...target, ObjectId: '999999', Value: 'x' })).status).toBe(404)
})
