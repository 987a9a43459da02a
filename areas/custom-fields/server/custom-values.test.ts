import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAuditRecords } from '#areas/audit/contract.ts'
import { addCustomer, getCustomer, listCustomers, updateCustomer } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { addReward, getReward, listRewards, updateReward } from '#areas/rewards/contract/rewards.ts'
import { listSegmentFields, previewSegment } from '#areas/segments/contract.ts'
import { addTask, listTasks, updateTask } from '#areas/tasks/contract/tasks.ts'
import { customer } from '#tests/factories/customers.ts'
import { exportInput, readCsv } from '#tests/factories/exports.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { customFieldRecord } from '../contract/custom-fields.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const clerk = staffWith({ roles: ['Customer'] })

beforeAll(async () => {
  await cardGroup(app.db)
})
beforeEach(() => app.sql('update custom_field set status = $1', 'Inactive'))

let recordCount = 0
async function addField(FieldType: string, more: object = {}) {
  const input = {
    CustomFieldCode: `F_${++recordCount}`,
    CustomFieldName: `Field ${recordCount}`,
    FieldType,
    SequenceNo: recordCount,
    IsMandatoryYN: 'N',
    ...more,
  }
  const { status, body } = await app.call(customFieldRecord.add, input as never, hq)
  expect(status).toBe(201)
  return body
}
const updateField = async ({ CustomFieldId }: { CustomFieldId: number }, changes: object) => {
  const { body } = await app.call(customFieldRecord.get, { CustomFieldId }, hq)
  const updated = await app.call(
    customFieldRecord.update,
    { CustomFieldId, Version: body.Version, ...changes } as never,
    hq,
  )
  expect(updated.status).toBe(200)
}
const createCustomer = async () => (await customer(app.db)).CustomerId
const valuesOf = async (CustomerId: number) => (await app.call(getCustomer, { CustomerId }, clerk)).body.CustomValues
async function save(CustomerId: number, CustomValues: object | undefined, more: object = {}) {
  const { body } = await app.call(getCustomer, { CustomerId }, clerk)
  const input = { CustomerId, Version: body.Version, ...more, ...(CustomValues && { CustomValues }) }
  return app.call(updateCustomer, input as never, clerk)
}
const newCustomer = (CustomValues?: object) => ({
  FullName: `NEWCOMER ${++recordCount}`,
  ContactNo: `01234${10_000 + recordCount}`,
  Language: 'English',
  IdNotGivenYN: 'Y',
  Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
  ...(CustomValues && { CustomValues }),
})

describe('custom values by field type', () => {
  test.each([
    ['Text', 'Size 12', 'Size 12', 'x'.repeat(201), 'The maximum length is 200'],
    ['Multiline Text', 'One\nTwo', 'One\nTwo', 'x'.repeat(2001), 'The maximum length is 2000'],
    ['Email', 'Ann@Mail.Example', 'ann@mail.example', 'ann', 'Enter a valid e-mail address'],
    ['Number', '52.5', '52.5', 'twelve', 'Enter a number'],
    ['Number', 12, '12', '1.1234567', 'At most 6 decimals'],
    ['Number', '007.50', '7.5', '1,5', 'Enter a number'],
    ['Number', '-0.00', '0', '-', 'Enter a number'],
    ['Number', '-0100', '-100', '1e3', 'Enter a number'],
    ['Date', '2026-02-28', '2026-02-28', '2026-02-30', 'This date does not exist'],
    ['Datetime', '2026-05-10T14:30:00', '2026-05-10T06:30:00Z', '10 May', 'Use a time like 2026-01-31T14:30:00'],
  ])('custom values: a %s field accepts %j', async (type, input, stored, wrong, message) => {
    const { CustomFieldCode: code } = await addField(type)
    const CustomerId = await createCustomer()
    expect((await save(CustomerId, { [code]: input })).body.CustomValues).toEqual({ [code]: stored })
    expect(await save(CustomerId, { [code]: wrong })).toMatchObject({
      status: 400,
      refusal: { details: [{ path: expect.stringMatching(/^CustomValues/), message }] },
    })
    expect(await valuesOf(CustomerId)).toEqual({ [code]: stored })
  })

  test('custom values: a selection accepts one active list value, a multiple selection accepts several', async () => {
    const ListItems = [
      { Value: 'Gold', SequenceNo: 1 },
      { Value: 'Silver', SequenceNo: 2 },
      { Value: 'Tin', SequenceNo: 3, Status: 'Inactive' },
    ]
    const selection = await addField('Selection', { ListItems })
    const many = await addField('Multiple Selection', { FieldListId: selection.FieldListId })
    const CustomerId = await createCustomer()
    const [a, b] = [selection.CustomFieldCode, many.CustomFieldCode]
    expect((await save(CustomerId, { [a]: 'Gold', [b]: ['Silver', 'Gold'] })).body.CustomValues).toEqual({
      [a]: 'Gold',
      [b]: ['Silver', 'Gold'],
    })
    for (const wrong of [{ [a]: 'Tin' }, { [a]: 'Wood' }, { [b]: ['Gold', 'Wood'] }])
      expect(await save(CustomerId, wrong)).toMatchObject({
        status: 400,
        refusal: { details: [{ message: 'Choose one of the options' }] },
      })
    // A value that was stored while the list entry was active may stay.
    await updateField(selection, {
      ListItems: ListItems.map((item) => ({ ...item, Status: 'Inactive' }))
        .slice(0, 1)
        .concat(ListItems.slice(1) as never),
    })
    expect((await save(CustomerId, { [a]: 'Gold', [b]: ['Gold'] })).status).toBe(200)
  })

  test('custom values: a value for an unknown field code is refused', async () => {
    expect(await save(await createCustomer(), { NOBODY: '1' })).toMatchObject({
      status: 400,
      refusal: { message: 'There is no custom field NOBODY' },
    })
  })
})

describe('mandatory custom fields', () => {
  test('custom values: registration requires mandatory fields, and the error names the missing field', async () => {
    const { CustomFieldCode: code } = await addField('Text', { IsMandatoryYN: 'Y' })
    expect(await app.call(addCustomer, newCustomer() as never, clerk)).toMatchObject({
      status: 400,
      refusal: { details: [{ path: `CustomValues.${code}`, message: 'Required' }] },
    })
    expect(await app.call(addCustomer, newCustomer({ [code]: '12' }) as never, clerk)).toMatchObject({
      status: 201,
      body: { CustomValues: { [code]: '12' } },
    })
  })

  test('custom values: a mandatory field cannot be cleared, but a change can omit the field', async () => {
    const { CustomFieldCode: code } = await addField('Text', { IsMandatoryYN: 'Y' })
    const CustomerId = await createCustomer()
    expect(await save(CustomerId, { [code]: null })).toMatchObject({ status: 400 })
    expect((await save(CustomerId, undefined, { PreferredName: 'Mei' })).status).toBe(200)
    expect((await save(CustomerId, {}, { PreferredName: 'Ling' })).status).toBe(200)
  })

  test('custom values: a mandatory field that is inactive or deleted never blocks saving', async () => {
    const inactive = await addField('Text', { IsMandatoryYN: 'Y' })
    const deleted = await addField('Text', { IsMandatoryYN: 'Y' })
    await updateField(inactive, { Status: 'Inactive' })
    await app.call(customFieldRecord.remove, { CustomFieldId: deleted.CustomFieldId }, hq)
    expect((await app.call(addCustomer, newCustomer() as never, clerk)).status).toBe(201)
    const staleValues = { [inactive.CustomFieldCode]: null, [deleted.CustomFieldCode]: '' }
    expect(await save(await createCustomer(), staleValues, { PreferredName: 'Mei' })).toMatchObject({
      status: 200,
      body: { PreferredName: 'Mei' },
    })
  })
})

test('custom values: values of an inactive field are hidden until the field is active again', async () => {
  const size = await addField('Text')
  const CustomerId = await createCustomer()
  await save(CustomerId, { [size.CustomFieldCode]: '12' })
  await updateField(size, { Status: 'Inactive' })
  expect(await valuesOf(CustomerId)).toEqual({})
  await save(CustomerId, { [size.CustomFieldCode]: '99' })
  await updateField(size, { Status: 'Active' })
  expect(await valuesOf(CustomerId)).toEqual({ [size.CustomFieldCode]: '12' })
})

test('custom values: a change does not affect omitted fields, and null clears a field', async () => {
  const [firstCode, secondCode] = [(await addField('Text')).CustomFieldCode, (await addField('Text')).CustomFieldCode]
  const CustomerId = await createCustomer()
  await save(CustomerId, { [firstCode]: 'a', [secondCode]: 'b' })
  await save(CustomerId, { [firstCode]: null })
  expect(await valuesOf(CustomerId)).toEqual({ [secondCode]: 'b' })
})

test('custom values: the audit log has an entry for each field, with phone numbers and e-mail addresses masked', async () => {
  const [size, mail] = [(await addField('Text')).CustomFieldCode, (await addField('Email')).CustomFieldCode]
  const CustomerId = await createCustomer()
  await save(CustomerId, { [size]: '12', [mail]: 'ann@mail.example' })
  await save(CustomerId, { [size]: '13' })
  const Search = { ObjectType: 'Customer', ObjectId: `${CustomerId}` }
  const { body } = await app.call(listAuditRecords, { Search }, hq)
  const changes = body.rows
    .filter(({ UpdatedFieldName }) => UpdatedFieldName?.startsWith('CustomValues'))
    .map(({ UpdatedFieldName, PreviousInfo, UpdatedInfo }) => `${UpdatedFieldName} ${PreviousInfo} ${UpdatedInfo}`)
  expect(changes.sort()).toEqual(
    [`CustomValues.${mail} null •••`, `CustomValues.${size} 12 13`, `CustomValues.${size} null 12`].sort(),
  )
})

test('custom values: a task accepts values for the fields of tasks', async () => {
  const { CustomFieldCode: code } = await addField('Text', { ObjectType: 'Task', IsMandatoryYN: 'Y' })
  const task = { Name: 'CALL', DueDate: '2026-05-11' }
  expect((await app.call(addTask, task as never, clerk)).status).toBe(400)
  const { body } = await app.call(addTask, { ...task, CustomValues: { [code]: 'Ring' } } as never, clerk)
  expect(body.CustomValues).toEqual({ [code]: 'Ring' })
  const changed = await app.call(updateTask, { TaskId: body.TaskId, CustomValues: { [code]: 'Chain' } }, clerk)
  expect(changed).toMatchObject({ status: 200, body: { CustomValues: { [code]: 'Chain' }, Version: 2 } })
  expect(await app.call(updateTask, { TaskId: body.TaskId, Status: 'In Progress' }, clerk)).toMatchObject({
    status: 200,
    body: { CustomValues: { [code]: 'Chain' } },
  })
})

test('custom values: lists, filters and exports of tasks and rewards include custom values', async () => {
  const [ofTask, ofReward] = [
    (await addField('Text', { ObjectType: 'Task' })).CustomFieldCode,
    (await addField('Number', { ObjectType: 'Rewards' })).CustomFieldCode,
  ]
  const task = (value: string) =>
    app.call(addTask, { Name: 'CALL', DueDate: '2026-05-11', CustomValues: { [ofTask]: value } } as never, clerk)
  const reward = { Name: 'Case', Type: 'Free Gift', ValidityDays: 30 }
  const [ring, chain] = [await task('Ring of pearls'), await task('Chain')]
  await app.call(addReward, { ...reward, Code: `CASE_${recordCount}`, CustomValues: { [ofReward]: 3 } } as never, hq)
  await app.call(addReward, { ...reward, Code: `BOX_${recordCount}`, CustomValues: { [ofReward]: 4 } } as never, hq)
  const tasks = await app.call(listTasks, { Search: { CustomValues: { [ofTask]: 'RING' } } } as never, clerk)
  expect(tasks.body.rows).toMatchObject([{ TaskId: ring.body.TaskId, CustomValues: { [ofTask]: 'Ring of pearls' } }])
  const rewards = await app.call(listRewards, { Search: { CustomValues: { [ofReward]: '3.0' } } } as never, clerk)
  expect(rewards.body.rows).toMatchObject([{ Code: `CASE_${recordCount}`, CustomValues: { [ofReward]: '3' } }])
  const input = {
    ...exportInput(listTasks.path, ['TaskId', `CustomValues.${ofTask}`]),
    Columns: [
      { Field: 'TaskId', Label: 'Task' },
      { Field: `CustomValues.${ofTask}`, Label: 'Piece' },
    ],
  }
  const { body } = await app.call(addExport, input, hq)
  const lines = await readCsv(app, body.ExportId)
  expect(lines).toContainEqual([`${ring.body.TaskId}`, 'Ring of pearls'])
  expect(lines).toContainEqual([`${chain.body.TaskId}`, 'Chain'])
})

test('custom values: a reward accepts values for the fields of rewards', async () => {
  const { CustomFieldCode: code } = await addField('Number', { ObjectType: 'Rewards', IsMandatoryYN: 'Y' })
  const reward = { Code: 'BOX', Name: 'Box', Type: 'Free Gift', ValidityDays: 30 }
  expect((await app.call(addReward, reward as never, hq)).status).toBe(400)
  const { body } = await app.call(addReward, { ...reward, CustomValues: { [code]: 3 } } as never, hq)
  expect(body.CustomValues).toEqual({ [code]: '3' })
  const { RewardId, Version } = body
  await app.call(updateReward, { RewardId, Version, CustomValues: { [code]: '4.5' } } as never, hq)
  expect((await app.call(getReward, { RewardId }, hq)).body.CustomValues).toEqual({ [code]: '4.5' })
})

test('custom values: segments can have conditions on custom fields, but not on inactive ones', async () => {
  const metal = await addField('Selection', {
    ListItems: [
      { Value: 'Gold', SequenceNo: 1 },
      { Value: 'Silver', SequenceNo: 2 },
    ],
  })
  const stones = await addField('Multiple Selection', {
    ListItems: [
      { Value: 'Jade', SequenceNo: 1 },
      { Value: 'Ruby', SequenceNo: 2 },
    ],
  })
  const [size, since, word] = [await addField('Number'), await addField('Date'), await addField('Text')]
  const mail = await addField('Email')
  const [firstId, secondId, emptyId] = [await createCustomer(), await createCustomer(), await createCustomer()]
  const codes = [metal, stones, size, since, word].map(({ CustomFieldCode }) => CustomFieldCode) as [
    string,
    ...string[],
  ]
  const saveValues = (CustomerId: number, values: unknown[]) =>
    save(CustomerId, Object.fromEntries(codes.map((code, index) => [code, values[index]])))
  expect((await saveValues(firstId, ['Gold', ['Jade'], '12.5', '2026-05-09', 'Pearls'])).status).toBe(200)
  expect((await saveValues(secondId, ['Silver', ['Ruby'], '3', '2020-01-01', 'Coral'])).status).toBe(200)
  const segmentWith = (Field: string, Test: string, Values: string[], more: object = {}) => ({
    Match: 'All',
    Conditions: [{ Field: `customers.CustomValues.${Field}`, Test, Values, ...more }],
  })
  const matching = async (...condition: Parameters<typeof segmentWith>) => {
    const { status, body } = await app.call(previewSegment, { Conditions: segmentWith(...condition) } as never, hq)
    expect(status).toBe(200)
    return body.Sample.map(({ CustomerId }) => CustomerId)
  }
  expect(await matching(codes[0], 'Any of', ['Gold'])).toEqual([firstId])
  expect(await matching(codes[1]!, 'Any of', ['Ruby', 'Pearl'])).toEqual([secondId])
  expect(await matching(codes[2]!, 'At least', ['12'])).toEqual([firstId])
  expect(await matching(codes[3]!, 'In the last', ['7'], { Unit: 'days' })).toEqual([firstId])
  expect(await matching(codes[4]!, 'Contains', ['ora'])).toEqual([secondId])
  expect(await matching(codes[2]!, 'At most', ['100'])).not.toContain(emptyId)
  const { body } = await app.call(listSegmentFields, {}, hq)
  const customConditions = body.rows.filter(({ Title }) => Title !== null)
  expect(customConditions.map(({ Name, Title }) => [Name, Title])).toContainEqual([
    `CustomValues.${codes[0]}`,
    metal.CustomFieldName,
  ])
  expect(customConditions.map(({ Name }) => Name)).not.toContain(`CustomValues.${mail.CustomFieldCode}`)

  await updateField(metal, { Status: 'Inactive' })
  expect(
    await app.call(previewSegment, { Conditions: segmentWith(codes[0], 'Any of', ['Gold']) } as never, hq),
  ).toMatchObject({
    status: 409,
    refusal: { message: `There is no field ${metal.CustomFieldName}` },
  })
})

test('custom values: the customer list and its export have a column for each active field', async () => {
  const [size, born] = [await addField('Number'), await addField('Date')]
  const { CustomFieldCode: code } = size
  const CustomerId = await createCustomer()
  await save(CustomerId, { [code]: '12.5', [born.CustomFieldCode]: '2026-05-09' })
  const input = {
    ...exportInput(listCustomers.path, ['CustomerId', `CustomValues.${code}`]),
    Columns: [
      { Field: 'CustomerId', Label: 'Customer' },
      { Field: `CustomValues.${code}`, Label: 'Size', Kind: 'number' as const },
      { Field: `CustomValues.${born.CustomFieldCode}`, Label: 'Born', Kind: 'date' as const },
    ],
  }
  const { body } = await app.call(addExport, input, hq)
  expect(await readCsv(app, body.ExportId)).toContainEqual([`${CustomerId}`, '12.5', '09/05/2026'])
  await updateField(size, { Status: 'Inactive' })
  const later = await app.call(addExport, input, hq)
  expect(await readCsv(app, later.body.ExportId)).toContainEqual([`${CustomerId}`, '', '09/05/2026'])
})

describe('customer list filtered by custom values', () => {
  const listIds = async (CustomValues: object, as = hq) => {
    const { status, body, refusal } = await app.call(
      listCustomers,
      { Search: { CustomValues }, Rows: 100 } as never,
      as,
    )
    return status === 200 ? body.rows.map(({ CustomerId }) => CustomerId) : refusal.message
  }

  test.each([
    ['Text', 'Size twelve', 'TWELVE', 'thirteen'],
    ['Multiline Text', 'One\nTwo', 'two', 'Three'],
    ['Number', '12.50', '12.5', '12'],
    ['Number', '12', '12.0', 'twelve'],
    ['Date', '2026-02-28', '2026-02-28', '2026-02-27'],
    // In UTC this time is on the previous day.
    ['Datetime', '2026-05-10T02:30:00', '2026-05-10', '2026-05-09'],
  ])('custom field filter: the %s value %j is found by %j but not by %j', async (type, stored, match, mismatch) => {
    const { CustomFieldCode: code } = await addField(type)
    const CustomerId = await createCustomer()
    await save(CustomerId, { [code]: stored })
    expect(await listIds({ [code]: match })).toEqual([CustomerId])
    expect(await listIds({ [code]: mismatch })).toEqual([])
  })

  test('custom field filter: matches list values and several fields at once, and treats wildcards literally', async () => {
    const ListItems = ['Gold', 'Platinum'].map((Value, index) => ({ Value, SequenceNo: index }))
    const [metal, stones, note] = [
      await addField('Selection', { ListItems }),
      await addField('Multiple Selection', { ListItems }),
      await addField('Text'),
    ].map(({ CustomFieldCode }) => CustomFieldCode) as [string, string, string]
    const [firstId, secondId] = [await createCustomer(), await createCustomer()]
    await save(firstId, { [metal]: 'Gold', [stones]: ['Gold', 'Platinum'], [note]: '100 %' })
    await save(secondId, { [metal]: 'Gold', [note]: '1000' })
    expect(((await listIds({ [metal]: 'Gold' })) as number[]).toSorted()).toEqual([firstId, secondId].toSorted())
    expect(await listIds({ [metal]: 'Gold', [stones]: 'Platinum' })).toEqual([firstId])
    expect(await listIds({ [metal]: '' })).toEqual(await listIds({ [metal]: 'All' }))
    expect(await listIds({ [note]: '100 %' })).toEqual([firstId])
    expect(await listIds({ [note]: '%' })).toEqual([firstId])
  })

  test('custom field filter: a filter on an inactive or unknown field is refused, not ignored', async () => {
    const inactiveField = await addField('Text')
    const CustomerId = await createCustomer()
    await save(CustomerId, { [inactiveField.CustomFieldCode]: 'stored' })
    await updateField(inactiveField, { Status: 'Inactive' })
    expect(await listIds({ [inactiveField.CustomFieldCode]: 'stored' })).toBe(
      `The custom field ${inactiveField.CustomFieldName} is no longer active. Leave it out`,
    )
    expect(await listIds({ NEVER: 'stored' })).toBe('There is no custom field NEVER')
  })
})
