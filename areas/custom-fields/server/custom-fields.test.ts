import { beforeAll, describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { customFieldRecord, fieldNames, formFields, listItems } from '../contract/custom-fields.ts'

const app = useApp()
const clerk = staffWith({ roles: ['Customer'] })

beforeAll(async () => {
  await cardGroup(app.db)
  await customer(app.db)
})

let fieldCount = 0
const newField = (more: object = {}) => ({
  CustomFieldCode: `NOTE_${++fieldCount}`,
  CustomFieldName: 'Ring size',
  FieldType: 'Text',
  SequenceNo: 10,
  ...more,
})
const callAdd = (more: object = {}) => app.call(customFieldRecord.add, newField(more) as never)
const addField = async (more: object = {}) => {
  const { status, body } = await callAdd(more)
  expect(status).toBe(201)
  return body
}
const update = (field: { CustomFieldId: number; Version: number }, changes: object) =>
  app.call(customFieldRecord.update, {
    CustomFieldId: field.CustomFieldId,
    Version: field.Version,
    ...changes,
  } as never)
const items = (...values: string[]) => values.map((Value, index) => ({ Value, SequenceNo: index }))
const validationError = async (more: object) => {
  const { status, refusal } = await callAdd(more)
  return [status, ...(refusal?.details ?? []).map(({ path, message }) => `${path}: ${message}`)]
}
/** Stores a value of the field in the first customer. */
const storeValue = (code: string, value: unknown) =>
  app.sql(
    `update customer set custom_values = jsonb_build_object($1::text, $2::jsonb) where customer_id = (select min(customer_id) from customer)`,
    code,
    JSON.stringify(value),
  )

describe('adding a custom field', () => {
  test('custom field: by default a new field is for customers, mandatory, synchronised and active', async () => {
    expect(await addField()).toMatchObject({
      ObjectType: 'Customer',
      IsMandatoryYN: 'Y',
      AutoSyncYN: 'Y',
      Status: 'Active',
      FieldListId: null,
      ListItems: [],
    })
  })

  test('custom field: the code has at most 20 characters: capitals, digits and underscores', async () => {
    expect(await validationError({ CustomFieldCode: 'ring size' })).toEqual([
      400,
      'CustomFieldCode: Please use capital letter without space',
    ])
    expect(await validationError({ CustomFieldCode: 'A'.repeat(21) })).toEqual([
      400,
      'CustomFieldCode: The maximum length is 20',
    ])
    expect(await addField({ CustomFieldCode: 'A'.repeat(20) })).toMatchObject({ CustomFieldCode: 'A'.repeat(20) })
  })

  test('custom field: a name above 50 characters, an unknown type and a sequence number that is not numeric are rejected', async () => {
    expect(await validationError({ CustomFieldName: 'x'.repeat(51) })).toEqual([
      400,
      'CustomFieldName: The maximum length is 50',
    ])
    expect(await validationError({ SequenceNo: 'first' })).toEqual([400, 'SequenceNo: Please only use number'])
    expect(await validationError({ FieldType: 'Colour' })).toMatchObject([400, expect.stringMatching(/^FieldType: /)])
    expect(await validationError({ FieldListId: 'L'.repeat(31), FieldType: 'Selection' })).toEqual([
      400,
      'FieldListId: The maximum length is 30',
    ])
  })

  test('custom field: fields of different record types may have the same code', async () => {
    const { CustomFieldCode } = await addField()
    expect(await callAdd({ CustomFieldCode })).toMatchObject({
      status: 409,
      refusal: { message: `There is already a custom field with the code ${CustomFieldCode}` },
    })
    expect(await addField({ CustomFieldCode, ObjectType: 'Task' })).toMatchObject({ ObjectType: 'Task' })
  })
})

describe('list of a custom field', () => {
  test('list of a custom field: only Selection and Multiple Selection have a list', async () => {
    expect(await callAdd({ FieldListId: 'SIZES' })).toMatchObject({
      status: 409,
      refusal: { code: 'custom-fields.no_list' },
    })
    expect(await callAdd({ FieldType: 'Selection' })).toMatchObject({
      status: 409,
      refusal: { message: 'Add at least one active list item' },
    })
  })

  test('list of a custom field: the list id is derived from the field, and entries are sorted by sequence number', async () => {
    const field = await addField({
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

  test('list of a custom field: fields with the same List ID share a list', async () => {
    const list = { FieldType: 'Selection', FieldListId: 'METALS' }
    await addField({ ...list, ListItems: items('Gold') })
    const secondField = await addField(list)
    expect(secondField.ListItems.map(({ Value }) => Value)).toEqual(['Gold'])
  })

  test('list of a custom field: the same value cannot be in a list twice', async () => {
    expect(await callAdd({ FieldType: 'Selection', ListItems: items('Gold', 'Gold') })).toMatchObject({
      status: 409,
      refusal: { message: 'The list has Gold twice' },
    })
  })

  test('list of a custom field: a value that records use can be deactivated but not removed', async () => {
    const field = await addField({ FieldType: 'Multiple Selection', ListItems: items('Gold', 'Silver', 'Steel') })
    await app.sql(`insert into task (name, building_id, due_date, custom_values)
      select 'CALL', building_id, now(), '{}' from building where code = 'HQ'`)
    const task = await addField({
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

describe('custom fields with stored values', () => {
  test('custom field: once records have values of the field, its type and list cannot change but other properties can', async () => {
    const field = await addField()
    await storeValue(field.CustomFieldCode, '12')
    expect(await update(field, { FieldType: 'Number' })).toMatchObject({
      status: 409,
      refusal: { message: 'Field type and list cannot change: 1 records hold a value of the field' },
    })
    const renamed = await update(field, { CustomFieldName: 'Size of the ring', IsMandatoryYN: 'N' })
    expect(renamed).toMatchObject({ status: 200, body: { CustomFieldName: 'Size of the ring', IsMandatoryYN: 'N' } })
  })

  test('custom field: the type can change while no record has a value', async () => {
    const field = await addField()
    expect(await update(field, { FieldType: 'Selection', ListItems: items('S', 'M') })).toMatchObject({
      status: 200,
      body: { FieldType: 'Selection', FieldListId: `CUSTOMER_${field.CustomFieldCode}` },
    })
  })

  test('custom field: the code of a deleted field cannot be used again while records have values of that field', async () => {
    const field = await addField()
    await storeValue(field.CustomFieldCode, '12')
    await app.call(customFieldRecord.remove, { CustomFieldId: field.CustomFieldId })
    expect(await callAdd({ CustomFieldCode: field.CustomFieldCode })).toMatchObject({
      status: 409,
      refusal: { code: 'custom-fields.code_of_deleted' },
    })
    const unused = await addField()
    await app.call(customFieldRecord.remove, { CustomFieldId: unused.CustomFieldId })
    await addField({ CustomFieldCode: unused.CustomFieldCode })
  })
})

test('custom fields of a form: only active fields are returned, sorted by sequence number', async () => {
  const [second, first, inactive, deleted] = [
    await addField({ ObjectType: 'Rewards', SequenceNo: 20 }),
    await addField({ ObjectType: 'Rewards', SequenceNo: 10 }),
    await addField({ ObjectType: 'Rewards', SequenceNo: 5, Status: 'Inactive' }),
    await addField({ ObjectType: 'Rewards', SequenceNo: 5 }),
  ]
  await app.call(customFieldRecord.remove, { CustomFieldId: deleted.CustomFieldId })
  const { body } = await app.call(formFields, { ObjectType: 'Rewards' })
  expect(inactive.Status).toBe('Inactive')
  expect(body.rows.map(({ CustomFieldCode }) => CustomFieldCode)).toEqual([
    first.CustomFieldCode,
    second.CustomFieldCode,
  ])
})

test('custom field names: inactive and deleted fields have names too, and a code used again has the latest name', async () => {
  const addTaskField = async (more: object) => (await addField({ ObjectType: 'Task', ...more })).CustomFieldCode
  const active = await addTaskField({ CustomFieldName: 'Stone' })
  const inactive = await addTaskField({ CustomFieldName: 'Setting', Status: 'Inactive' })
  const deleted = await addField({ ObjectType: 'Task', CustomFieldName: 'Clasp' })
  await app.call(customFieldRecord.remove, { CustomFieldId: deleted.CustomFieldId })
  const again = await addField({ ObjectType: 'Task', CustomFieldName: 'Old chain' })
  await app.call(customFieldRecord.remove, { CustomFieldId: again.CustomFieldId })
  await addTaskField({ CustomFieldCode: again.CustomFieldCode, CustomFieldName: 'Chain' })
  const { body } = await app.call(fieldNames, { ObjectType: 'Task' }, clerk)
  const codes = [active, inactive, deleted.CustomFieldCode, again.CustomFieldCode]
  expect(body.rows.filter(({ CustomFieldCode }) => codes.includes(CustomFieldCode))).toEqual([
    { CustomFieldCode: active, CustomFieldName: 'Stone', ActiveYN: 'Y' },
    { CustomFieldCode: inactive, CustomFieldName: 'Setting', ActiveYN: 'N' },
    { CustomFieldCode: deleted.CustomFieldCode, CustomFieldName: 'Clasp', ActiveYN: 'N' },
    { CustomFieldCode: again.CustomFieldCode, CustomFieldName: 'Chain', ActiveYN: 'Y' },
  ])
})

test('custom fields: editing requires the role, and all staff can read the fields', async () => {
  expect((await app.call(customFieldRecord.add, newField() as never, clerk)).status).toBe(403)
  expect((await app.call(formFields, { ObjectType: 'Customer' }, clerk)).status).toBe(200)
})
