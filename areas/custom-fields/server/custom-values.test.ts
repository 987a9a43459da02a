import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAuditRecords } from '#areas/audit/contract.ts'
import { addCustomer, getCustomer, listCustomers, updateCustomer } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { addReward, getReward, listRewards, updateReward } from '#areas/rewards/contract/rewards.ts'
import { listSegmentFields, previewSegment } from '#areas/segments/contract.ts'
import { addTask, listTasks, updateTask } from '#areas/tasks/contract/tasks.ts'
import { customer } from '#tests/factories/customers.ts'
import { csvOf, exportInput } from '#tests/factories/exports.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { customFields } from '../contract/custom-fields.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const clerk = staffWith({ roles: ['Customer'] })

beforeAll(async () => {
  await cardGroup(app.db)
})
beforeEach(() => app.sql('update custom_field set status = $1', 'Inactive'))

let made = 0
async function field(FieldType: string, more: object = {}) {
  const input = {
    CustomFieldCode: `F_${++made}`,
    CustomFieldName: `Field ${made}`,
    FieldType,
    SequenceNo: made,
    IsMandatoryYN: 'N',
    ...more,
  }
  const { status, body } = await app.call(customFields.add, input as never, hq)
  expect(status).toBe(201)
  return body
}
const change = async ({ CustomFieldId }: { CustomFieldId: number }, changes: object) => {
  const { body } = await app.call(customFields.get, { CustomFieldId }, hq)
  const done = await app.call(customFields.update, { CustomFieldId, Version: body.Version, ...changes } as never, hq)
  expect(done.status).toBe(200)
}
const person = async () => (await customer(app.db)).CustomerId
const valuesOf = async (CustomerId: number) => (await app.call(getCustomer, { CustomerId }, clerk)).body.CustomValues
async function save(CustomerId: number, CustomValues: object | undefined, more: object = {}) {
  const { body } = await app.call(getCustomer, { CustomerId }, clerk)
  const input = { CustomerId, Version: body.Version, ...more, ...(CustomValues && { CustomValues }) }
  return app.call(updateCustomer, input as never, clerk)
}
const newcomer = (CustomValues?: object) => ({
  FullName: `NEWCOMER ${++made}`,
  ContactNo: `01234${10_000 + made}`,
  Language: 'English',
  IdNotGivenYN: 'Y',
  Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
  ...(CustomValues && { CustomValues }),
})

describe('what a field takes follows from its type', () => {
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
  ])('%s takes %j', async (type, sent, kept, wrong, message) => {
    const { CustomFieldCode: code } = await field(type)
    const CustomerId = await person()
    expect((await save(CustomerId, { [code]: sent })).body.CustomValues).toEqual({ [code]: kept })
    expect(await save(CustomerId, { [code]: wrong })).toMatchObject({
      status: 400,
      refusal: { details: [{ path: expect.stringMatching(/^CustomValues/), message }] },
    })
    expect(await valuesOf(CustomerId)).toEqual({ [code]: kept })
  })

  test('a selection takes one active item of its list, a multiple selection several', async () => {
    const ListItems = [
      { Value: 'Gold', SequenceNo: 1 },
      { Value: 'Silver', SequenceNo: 2 },
      { Value: 'Tin', SequenceNo: 3, Status: 'Inactive' },
    ]
    const one = await field('Selection', { ListItems })
    const many = await field('Multiple Selection', { FieldListId: one.FieldListId })
    const CustomerId = await person()
    const [a, b] = [one.CustomFieldCode, many.CustomFieldCode]
    expect((await save(CustomerId, { [a]: 'Gold', [b]: ['Silver', 'Gold'] })).body.CustomValues).toEqual({
      [a]: 'Gold',
      [b]: ['Silver', 'Gold'],
    })
    for (const wrong of [{ [a]: 'Tin' }, { [a]: 'Wood' }, { [b]: ['Gold', 'Wood'] }])
      expect(await save(CustomerId, wrong)).toMatchObject({
        status: 400,
        refusal: { details: [{ message: 'Choose one of the options' }] },
      })
    // What was chosen while it was offered may stay.
    await change(one, {
      ListItems: ListItems.map((item) => ({ ...item, Status: 'Inactive' }))
        .slice(0, 1)
        .concat(ListItems.slice(1) as never),
    })
    expect((await save(CustomerId, { [a]: 'Gold', [b]: ['Gold'] })).status).toBe(200)
  })

  test('a code that no field has is a mistake', async () => {
    expect(await save(await person(), { NOBODY: '1' })).toMatchObject({
      status: 400,
      refusal: { message: 'There is no custom field NOBODY' },
    })
  })
})

describe('a mandatory field', () => {
  test('is demanded when a customer is registered, and stands under its name in the refusal', async () => {
    const { CustomFieldCode: code } = await field('Text', { IsMandatoryYN: 'Y' })
    expect(await app.call(addCustomer, newcomer() as never, clerk)).toMatchObject({
      status: 400,
      refusal: { details: [{ path: `CustomValues.${code}`, message: 'Required' }] },
    })
    expect(await app.call(addCustomer, newcomer({ [code]: '12' }) as never, clerk)).toMatchObject({
      status: 201,
      body: { CustomValues: { [code]: '12' } },
    })
  })

  test('cannot be emptied, and blocks no change that leaves it out', async () => {
    const { CustomFieldCode: code } = await field('Text', { IsMandatoryYN: 'Y' })
    const CustomerId = await person()
    expect(await save(CustomerId, { [code]: null })).toMatchObject({ status: 400 })
    expect((await save(CustomerId, undefined, { PreferredName: 'Mei' })).status).toBe(200)
    expect((await save(CustomerId, {}, { PreferredName: 'Ling' })).status).toBe(200)
  })

  test('R25: that was deactivated or deleted never blocks saving, also of a form that still shows it', async () => {
    const inactive = await field('Text', { IsMandatoryYN: 'Y' })
    const deleted = await field('Text', { IsMandatoryYN: 'Y' })
    await change(inactive, { Status: 'Inactive' })
    await app.call(customFields.remove, { CustomFieldId: deleted.CustomFieldId }, hq)
    expect((await app.call(addCustomer, newcomer() as never, clerk)).status).toBe(201)
    const sent = { [inactive.CustomFieldCode]: null, [deleted.CustomFieldCode]: '' }
    expect(await save(await person(), sent, { PreferredName: 'Mei' })).toMatchObject({
      status: 200,
      body: { PreferredName: 'Mei' },
    })
  })
})

test('R25: a field that is deactivated is not shown, and its values are there again when it comes back', async () => {
  const size = await field('Text')
  const CustomerId = await person()
  await save(CustomerId, { [size.CustomFieldCode]: '12' })
  await change(size, { Status: 'Inactive' })
  expect(await valuesOf(CustomerId)).toEqual({})
  await save(CustomerId, { [size.CustomFieldCode]: '99' })
  await change(size, { Status: 'Active' })
  expect(await valuesOf(CustomerId)).toEqual({ [size.CustomFieldCode]: '12' })
})

test('fields that are left out stay, and null empties one', async () => {
  const [one, two] = [(await field('Text')).CustomFieldCode, (await field('Text')).CustomFieldCode]
  const CustomerId = await person()
  await save(CustomerId, { [one]: 'a', [two]: 'b' })
  await save(CustomerId, { [one]: null })
  expect(await valuesOf(CustomerId)).toEqual({ [two]: 'b' })
})

test('each field has its own history, in which telephone numbers and addresses are masked', async () => {
  const [size, mail] = [(await field('Text')).CustomFieldCode, (await field('Email')).CustomFieldCode]
  const CustomerId = await person()
  await save(CustomerId, { [size]: '12', [mail]: 'ann@mail.example' })
  await save(CustomerId, { [size]: '13' })
  const Search = { ObjectType: 'Customer', ObjectId: `${CustomerId}` }
  const { body } = await app.call(listAuditRecords, { Search }, hq)
  const told = body.rows
    .filter(({ UpdatedFieldName }) => UpdatedFieldName?.startsWith('CustomValues'))
    .map(({ UpdatedFieldName, PreviousInfo, UpdatedInfo }) => `${UpdatedFieldName} ${PreviousInfo} ${UpdatedInfo}`)
  expect(told.sort()).toEqual(
    [`CustomValues.${mail} null •••`, `CustomValues.${size} 12 13`, `CustomValues.${size} null 12`].sort(),
  )
})

test('a task has the fields of tasks', async () => {
  const { CustomFieldCode: code } = await field('Text', { ObjectType: 'Task', IsMandatoryYN: 'Y' })
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

test('tasks and rewards are listed, asked for and written to a file with what they hold', async () => {
  const [ofTask, ofReward] = [
    (await field('Text', { ObjectType: 'Task' })).CustomFieldCode,
    (await field('Number', { ObjectType: 'Rewards' })).CustomFieldCode,
  ]
  const task = (value: string) =>
    app.call(addTask, { Name: 'CALL', DueDate: '2026-05-11', CustomValues: { [ofTask]: value } } as never, clerk)
  const reward = { Name: 'Case', Type: 'Free Gift', ValidityDays: 30 }
  const [ring, chain] = [await task('Ring of pearls'), await task('Chain')]
  await app.call(addReward, { ...reward, Code: `CASE_${made}`, CustomValues: { [ofReward]: 3 } } as never, hq)
  await app.call(addReward, { ...reward, Code: `BOX_${made}`, CustomValues: { [ofReward]: 4 } } as never, hq)
  const tasks = await app.call(listTasks, { Search: { CustomValues: { [ofTask]: 'RING' } } } as never, clerk)
  expect(tasks.body.rows).toMatchObject([{ TaskId: ring.body.TaskId, CustomValues: { [ofTask]: 'Ring of pearls' } }])
  const rewards = await app.call(listRewards, { Search: { CustomValues: { [ofReward]: '3.0' } } } as never, clerk)
  expect(rewards.body.rows).toMatchObject([{ Code: `CASE_${made}`, CustomValues: { [ofReward]: '3' } }])
  const input = {
    ...exportInput(listTasks.path, ['TaskId', `CustomValues.${ofTask}`]),
    Columns: [
      { Field: 'TaskId', Label: 'Task' },
      { Field: `CustomValues.${ofTask}`, Label: 'Piece' },
    ],
  }
  const { body } = await app.call(addExport, input, hq)
  const lines = await csvOf(app, body.ExportId)
  expect(lines).toContainEqual([`${ring.body.TaskId}`, 'Ring of pearls'])
  expect(lines).toContainEqual([`${chain.body.TaskId}`, 'Chain'])
})

test('a reward has the fields of rewards', async () => {
  const { CustomFieldCode: code } = await field('Number', { ObjectType: 'Rewards', IsMandatoryYN: 'Y' })
  const reward = { Code: 'BOX', Name: 'Box', Type: 'Free Gift', ValidityDays: 30 }
  expect((await app.call(addReward, reward as never, hq)).status).toBe(400)
  const { body } = await app.call(addReward, { ...reward, CustomValues: { [code]: 3 } } as never, hq)
  expect(body.CustomValues).toEqual({ [code]: '3' })
  const { RewardId, Version } = body
  await app.call(updateReward, { RewardId, Version, CustomValues: { [code]: '4.5' } } as never, hq)
  expect((await app.call(getReward, { RewardId }, hq)).body.CustomValues).toEqual({ [code]: '4.5' })
})

test('a segment asks for what customers hold, and says so when the field has gone', async () => {
  const metal = await field('Selection', {
    ListItems: [
      { Value: 'Gold', SequenceNo: 1 },
      { Value: 'Silver', SequenceNo: 2 },
    ],
  })
  const stones = await field('Multiple Selection', {
    ListItems: [
      { Value: 'Jade', SequenceNo: 1 },
      { Value: 'Ruby', SequenceNo: 2 },
    ],
  })
  const [size, since, word] = [await field('Number'), await field('Date'), await field('Text')]
  const mail = await field('Email')
  const [one, other, nobody] = [await person(), await person(), await person()]
  const codes = [metal, stones, size, since, word].map(({ CustomFieldCode }) => CustomFieldCode) as [
    string,
    ...string[],
  ]
  const hold = (CustomerId: number, values: unknown[]) =>
    save(CustomerId, Object.fromEntries(codes.map((code, place) => [code, values[place]])))
  expect((await hold(one, ['Gold', ['Jade'], '12.5', '2026-05-09', 'Pearls'])).status).toBe(200)
  expect((await hold(other, ['Silver', ['Ruby'], '3', '2020-01-01', 'Coral'])).status).toBe(200)
  const asked = (Field: string, Test: string, Values: string[], more: object = {}) => ({
    Match: 'All',
    Conditions: [{ Field: `customers.CustomValues.${Field}`, Test, Values, ...more }],
  })
  const meant = async (...condition: Parameters<typeof asked>) => {
    const { status, body } = await app.call(previewSegment, { Conditions: asked(...condition) } as never, hq)
    expect(status).toBe(200)
    return body.Sample.map(({ CustomerId }) => CustomerId)
  }
  expect(await meant(codes[0], 'Any of', ['Gold'])).toEqual([one])
  expect(await meant(codes[1]!, 'Any of', ['Ruby', 'Pearl'])).toEqual([other])
  expect(await meant(codes[2]!, 'At least', ['12'])).toEqual([one])
  expect(await meant(codes[3]!, 'In the last', ['7'], { Unit: 'days' })).toEqual([one])
  expect(await meant(codes[4]!, 'Contains', ['ora'])).toEqual([other])
  expect(await meant(codes[2]!, 'At most', ['100'])).not.toContain(nobody)
  const { body } = await app.call(listSegmentFields, {}, hq)
  const offered = body.rows.filter(({ Title }) => Title !== null)
  expect(offered.map(({ Name, Title }) => [Name, Title])).toContainEqual([
    `CustomValues.${codes[0]}`,
    metal.CustomFieldName,
  ])
  expect(offered.map(({ Name }) => Name)).not.toContain(`CustomValues.${mail.CustomFieldCode}`)

  await change(metal, { Status: 'Inactive' })
  expect(
    await app.call(previewSegment, { Conditions: asked(codes[0], 'Any of', ['Gold']) } as never, hq),
  ).toMatchObject({
    status: 409,
    refusal: { message: `There is no field ${metal.CustomFieldName}` },
  })
})

test('a list of customers and its file have a column for each field, and none that was deactivated', async () => {
  const [size, born] = [await field('Number'), await field('Date')]
  const { CustomFieldCode: code } = size
  const CustomerId = await person()
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
  expect(await csvOf(app, body.ExportId)).toContainEqual([`${CustomerId}`, '12.5', '09/05/2026'])
  await change(size, { Status: 'Inactive' })
  const later = await app.call(addExport, input, hq)
  expect(await csvOf(app, later.body.ExportId)).toContainEqual([`${CustomerId}`, '', '09/05/2026'])
})

describe('a list of customers is asked by what they hold', () => {
  const found = async (CustomValues: object, as = hq) => {
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
    // The evening of the day before in UTC.
    ['Datetime', '2026-05-10T02:30:00', '2026-05-10', '2026-05-09'],
  ])('%s: %j is found by %j and not by %j', async (type, held, asked, other) => {
    const { CustomFieldCode: code } = await field(type)
    const CustomerId = await person()
    await save(CustomerId, { [code]: held })
    expect(await found({ [code]: asked })).toEqual([CustomerId])
    expect(await found({ [code]: other })).toEqual([])
  })

  test('by a value of a list, by several fields at once, and by nobody’s wildcards', async () => {
    const ListItems = ['Gold', 'Platinum'].map((Value, place) => ({ Value, SequenceNo: place }))
    const [metal, stones, note] = [
      await field('Selection', { ListItems }),
      await field('Multiple Selection', { ListItems }),
      await field('Text'),
    ].map(({ CustomFieldCode }) => CustomFieldCode) as [string, string, string]
    const [one, two] = [await person(), await person()]
    await save(one, { [metal]: 'Gold', [stones]: ['Gold', 'Platinum'], [note]: '100 %' })
    await save(two, { [metal]: 'Gold', [note]: '1000' })
    expect(((await found({ [metal]: 'Gold' })) as number[]).toSorted()).toEqual([one, two].toSorted())
    expect(await found({ [metal]: 'Gold', [stones]: 'Platinum' })).toEqual([one])
    expect(await found({ [metal]: '' })).toEqual(await found({ [metal]: 'All' }))
    expect(await found({ [note]: '100 %' })).toEqual([one])
    expect(await found({ [note]: '%' })).toEqual([one])
  })

  test('and says which field is not there any more, instead of a list that looks complete', async () => {
    const gone = await field('Text')
    const CustomerId = await person()
    await save(CustomerId, { [gone.CustomFieldCode]: 'held' })
    await change(gone, { Status: 'Inactive' })
    expect(await found({ [gone.CustomFieldCode]: 'held' })).toBe(
      `The custom field ${gone.CustomFieldName} is not active any more. Leave it out`,
    )
    expect(await found({ NEVER: 'held' })).toBe('There is no custom field NEVER')
  })
})
