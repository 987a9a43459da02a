import { beforeAll, describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { customFields, fieldNames, formFields, listItems } from '../contract/custom-fields.ts'

const app = useApp()
const clerk = staffWith({ roles: ['Customer'] })

beforeAll(async () => {
  await cardGroup(app.db)
  await customer(app.db)
})

let made = 0
const sent = (more: object = {}) => ({
  CustomFieldCode: `NOTE_${++made}`,
  CustomFieldName: 'Ring size',
  FieldType: 'Text',
  SequenceNo: 10,
  ...more,
})
const add = (more: object = {}) => app.call(customFields.add, sent(more) as never)
const added = async (more: object = {}) => {
  const { status, body } = await add(more)
  expect(status).toBe(201)
  return body
}
const update = (field: { CustomFieldId: number; Version: number }, changes: object) =>
  app.call(customFields.update, { CustomFieldId: field.CustomFieldId, Version: field.Version, ...changes } as never)
const items = (...values: string[]) => values.map((Value, place) => ({ Value, SequenceNo: place }))
const faults = async (more: object) => {
  const { status, refusal } = await add(more)
  return [status, ...(refusal?.details ?? []).map(({ path, message }) => `${path}: ${message}`)]
}
/** A customer holds something in the field. */
const hold = (code: string, value: unknown) =>
  app.sql(
    `update customer set custom_values = jsonb_build_object($1::text, $2::jsonb) where customer_id = (select min(customer_id) from customer)`,
    code,
    JSON.stringify(value),
  )

describe('a new custom field', () => {
  test('belongs to customers, is mandatory, synchronized and active unless something else is said', async () => {
    expect(await added()).toMatchObject({
      ObjectType: 'Customer',
      IsMandatoryYN: 'Y',
      AutoSyncYN: 'Y',
      Status: 'Active',
      FieldListId: null,
      ListItems: [],
    })
  })

  test('has a code of capitals, digits and underscore, of 20 characters at most', async () => {
    expect(await faults({ CustomFieldCode: 'ring size' })).toEqual([
      400,
      'CustomFieldCode: Please use capital letter without space',
    ])
    expect(await faults({ CustomFieldCode: 'A'.repeat(21) })).toEqual([
      400,
      'CustomFieldCode: The maximum length is 20',
    ])
    expect(await added({ CustomFieldCode: 'A'.repeat(20) })).toMatchObject({ CustomFieldCode: 'A'.repeat(20) })
  })

  test('has a name of 50 characters at most, a type and a number for its place', async () => {
    expect(await faults({ CustomFieldName: 'x'.repeat(51) })).toEqual([
      400,
      'CustomFieldName: The maximum length is 50',
    ])
    expect(await faults({ SequenceNo: 'first' })).toEqual([400, 'SequenceNo: Please only use number'])
    expect(await faults({ FieldType: 'Colour' })).toMatchObject([400, expect.stringMatching(/^FieldType: /)])
    expect(await faults({ FieldListId: 'L'.repeat(31), FieldType: 'Selection' })).toEqual([
      400,
      'FieldListId: The maximum length is 30',
    ])
  })

  test('may have the code of a field of something else', async () => {
    const { CustomFieldCode } = await added()
    expect(await add({ CustomFieldCode })).toMatchObject({
      status: 409,
      refusal: { message: `There is already a custom field with the code ${CustomFieldCode}` },
    })
    expect(await added({ CustomFieldCode, ObjectType: 'Task' })).toMatchObject({ ObjectType: 'Task' })
  })
})

describe('the list of a field', () => {
  test('belongs to Selection and Multiple Selection only', async () => {
    expect(await add({ FieldListId: 'SIZES' })).toMatchObject({
      status: 409,
      refusal: { code: 'custom-fields.no_list' },
    })
    expect(await add({ FieldType: 'Selection' })).toMatchObject({
      status: 409,
      refusal: { message: 'Add at least one active list item' },
    })
  })

  test('is named after the field, keeps its order and is answered by its List ID', async () => {
    const field = await added({
      FieldType: 'Selection',
      ListItems: [
        { Value: 'Rose gold', SequenceNo: 20, Labels: { fr: 'Or rose' } },
        { Value: 'Platinum', SequenceNo: 10 },
      ],
    })
    expect(field.FieldListId).toBe(`CUSTOMER_${field.CustomFieldCode}`)
    const { body } = await app.call(listItems, { Search: { FieldListId: field.FieldListId! } })
    expect(body.rows).toEqual([
      { Value: 'Platinum', Labels: {}, SequenceNo: 10, Status: 'Active' },
      { Value: 'Rose gold', Labels: { fr: 'Or rose' }, SequenceNo: 20, Status: 'Active' },
    ])
  })

  test('is shared by fields with the same List ID', async () => {
    const list = { FieldType: 'Selection', FieldListId: 'METALS' }
    await added({ ...list, ListItems: items('Gold') })
    const other = await added(list)
    expect(other.ListItems.map(({ Value }) => Value)).toEqual(['Gold'])
  })

  test('has no value twice', async () => {
    expect(await add({ FieldType: 'Selection', ListItems: items('Gold', 'Gold') })).toMatchObject({
      status: 409,
      refusal: { message: 'The list has Gold twice' },
    })
  })

  test('keeps a value that records hold: it is retired, not removed', async () => {
    const field = await added({ FieldType: 'Multiple Selection', ListItems: items('Gold', 'Silver', 'Steel') })
    await app.sql(`insert into task (name, building_id, due_date, custom_values)
      select 'CALL', building_id, now(), '{}' from building where code = 'HQ'`)
    const task = await added({
      ObjectType: 'Task',
      FieldType: 'Multiple Selection',
      FieldListId: field.FieldListId,
    })
    await app.sql(
      `update task set custom_values = jsonb_build_object($1::text, '["Gold"]'::jsonb)`,
      task.CustomFieldCode,
    )
    expect(await update(field, { ListItems: items('Silver') })).toMatchObject({
      status: 409,
      refusal: { message: 'Records hold Gold. Set it to Inactive instead of removing it' },
    })
    const retired = await update(field, {
      ListItems: [{ Value: 'Gold', SequenceNo: 1, Status: 'Inactive' }, ...items('Silver')],
    })
    expect(retired.body.ListItems.map(({ Value, Status }) => `${Value} ${Status}`)).toEqual([
      'Silver Active',
      'Gold Inactive',
    ])
  })
})

describe('a field that records use', () => {
  test('keeps its type and its list, and everything else may change', async () => {
    const field = await added()
    await hold(field.CustomFieldCode, '12')
    expect(await update(field, { FieldType: 'Number' })).toMatchObject({
      status: 409,
      refusal: { message: 'Field type and list cannot change: 1 records hold a value of the field' },
    })
    const renamed = await update(field, { CustomFieldName: 'Size of the ring', IsMandatoryYN: 'N' })
    expect(renamed).toMatchObject({ status: 200, body: { CustomFieldName: 'Size of the ring', IsMandatoryYN: 'N' } })
  })

  test('may change its type while nothing is held', async () => {
    const field = await added()
    expect(await update(field, { FieldType: 'Selection', ListItems: items('S', 'M') })).toMatchObject({
      status: 200,
      body: { FieldType: 'Selection', FieldListId: `CUSTOMER_${field.CustomFieldCode}` },
    })
  })

  test('does not give its code to another one while records hold its values', async () => {
    const field = await added()
    await hold(field.CustomFieldCode, '12')
    await app.call(customFields.remove, { CustomFieldId: field.CustomFieldId })
    expect(await add({ CustomFieldCode: field.CustomFieldCode })).toMatchObject({
      status: 409,
      refusal: { code: 'custom-fields.code_of_deleted' },
    })
    const unused = await added()
    await app.call(customFields.remove, { CustomFieldId: unused.CustomFieldId })
    await added({ CustomFieldCode: unused.CustomFieldCode })
  })
})

test('forms ask the active fields in their order, and neither those deactivated nor those deleted', async () => {
  const [second, first, inactive, deleted] = [
    await added({ ObjectType: 'Rewards', SequenceNo: 20 }),
    await added({ ObjectType: 'Rewards', SequenceNo: 10 }),
    await added({ ObjectType: 'Rewards', SequenceNo: 5, Status: 'Inactive' }),
    await added({ ObjectType: 'Rewards', SequenceNo: 5 }),
  ]
  await app.call(customFields.remove, { CustomFieldId: deleted.CustomFieldId })
  const { body } = await app.call(formFields, { ObjectType: 'Rewards' })
  expect(inactive.Status).toBe('Inactive')
  expect(body.rows.map(({ CustomFieldCode }) => CustomFieldCode)).toEqual([
    first.CustomFieldCode,
    second.CustomFieldCode,
  ])
})

test('what was written of a field is called by its name when the field is inactive or deleted, and by the latest of a code', async () => {
  const kept = async (more: object) => (await added({ ObjectType: 'Task', ...more })).CustomFieldCode
  const active = await kept({ CustomFieldName: 'Stone' })
  const inactive = await kept({ CustomFieldName: 'Setting', Status: 'Inactive' })
  const deleted = await added({ ObjectType: 'Task', CustomFieldName: 'Clasp' })
  await app.call(customFields.remove, { CustomFieldId: deleted.CustomFieldId })
  const again = await added({ ObjectType: 'Task', CustomFieldName: 'Old chain' })
  await app.call(customFields.remove, { CustomFieldId: again.CustomFieldId })
  await kept({ CustomFieldCode: again.CustomFieldCode, CustomFieldName: 'Chain' })
  const { body } = await app.call(fieldNames, { ObjectType: 'Task' }, clerk)
  const made = [active, inactive, deleted.CustomFieldCode, again.CustomFieldCode]
  expect(body.rows.filter(({ CustomFieldCode }) => made.includes(CustomFieldCode))).toEqual([
    { CustomFieldCode: active, CustomFieldName: 'Stone', ActiveYN: 'Y' },
    { CustomFieldCode: inactive, CustomFieldName: 'Setting', ActiveYN: 'N' },
    { CustomFieldCode: deleted.CustomFieldCode, CustomFieldName: 'Clasp', ActiveYN: 'N' },
    { CustomFieldCode: again.CustomFieldCode, CustomFieldName: 'Chain', ActiveYN: 'Y' },
  ])
})

test('only who has the role keeps custom fields, and every member of staff reads them', async () => {
  expect((await app.call(customFields.add, sent() as never, clerk)).status).toBe(403)
  expect((await app.call(formFields, { ObjectType: 'Customer' }, clerk)).status).toBe(200)
})
