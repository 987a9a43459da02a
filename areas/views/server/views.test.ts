import { describe, expect, test } from 'vitest'
import type { ListViewState } from '#kit/contract/list-view.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addView, chooseForList, deleteView, myLists, updateView, VIEWS_MAX } from '../contract.ts'

const app = useApp()

const colleague = staffWith({ roles: ['Customer'] })
const List = '/customer/customers/find-all'
const State: ListViewState = {
  Filters: { Status: 'Active' },
  Sort: 'FullName',
  Direction: 'ASC',
  Size: 50,
  Columns: [{ Field: 'FullName' }, { Field: 'Email', Width: 'wide' }],
  Density: 'compact',
}
const namesFor = async (who: typeof hq) => (await app.call(myLists, {}, who)).body.views.map(({ Name }) => Name)

describe('a view of a list', () => {
  test('comes back as it was kept, with columns, filters and order, to its owner only', async () => {
    const { status, body } = await app.call(addView, { List, Name: 'Regulars', State }, outletStaff)

    expect({ status, body }).toMatchObject({
      status: 201,
      body: { Name: 'Regulars', OwnYN: 'Y', SharedYN: 'N', State },
    })
    const mine = await app.call(myLists, {}, outletStaff)
    expect(mine.body.views).toEqual([body])
    expect(await namesFor(colleague)).toEqual([])
    const Version = body.Version
    for (const refused of [
      await app.call(updateView, { ViewId: body.ViewId, Version, Name: 'Mine' }, colleague),
      await app.call(deleteView, { ViewId: body.ViewId }, hq),
      await app.call(chooseForList, { List, DefaultViewId: body.ViewId }, colleague),
    ])
      expect(refused).toMatchObject({ status: 404, refusal: { code: 'views.not_found' } })
  })

  test('is shared by head office only, and then seen and made the default by everybody, changed by head office alone', async () => {
    expect(await app.call(addView, { List, Name: 'For all', SharedYN: 'Y', State }, outletStaff)).toMatchObject({
      status: 403,
      refusal: { code: 'views.head_office_only' },
    })
    const { body } = await app.call(addView, { List, Name: 'For all', SharedYN: 'Y', State })
    expect(await namesFor(colleague)).toEqual(['For all'])
    expect(await app.call(deleteView, { ViewId: body.ViewId }, colleague)).toMatchObject({ status: 404 })

    await app.call(chooseForList, { List, DefaultViewId: body.ViewId }, colleague)
    const chosen = await app.call(chooseForList, { List, Density: 'compact' }, colleague)
    expect(chosen.body).toEqual({ List, Columns: null, Density: 'compact', DefaultViewId: body.ViewId })

    const other = staffWith({ outlet: 'HQ' })
    expect((await app.call(updateView, { ViewId: body.ViewId, Version: 1, Name: 'All of us' }, other)).status).toBe(200)
    expect((await app.call(deleteView, { ViewId: body.ViewId }, other)).status).toBe(200)
    const left = await app.call(myLists, {}, colleague)
    expect(left.body.choices).toMatchObject([{ List, Density: 'compact', DefaultViewId: null }])
  })

  test('changed by two at once shows the second what the first wrote', async () => {
    const { body } = await app.call(addView, { List, Name: 'Twice', State })
    const replies = await Promise.all(
      ['One', 'Two'].map((Name) => app.call(updateView, { ViewId: body.ViewId, Version: 1, Name })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.refusal).toMatchObject({ code: 'kit.stale' })
  })

  test('has a name of its own, whatever the capitals, and a person has only so many', async () => {
    const who = staffWith({ roles: ['Card Group'] })
    await app.call(addView, { List, Name: 'Gold', State }, who)
    expect(await app.call(addView, { List, Name: 'GOLD', State }, who)).toMatchObject({
      status: 409,
      refusal: { code: 'views.name_taken', params: { Name: 'GOLD' } },
    })
    expect((await app.call(addView, { List: `${List}#other`, Name: 'Gold', State }, who)).status).toBe(201)
    for (let number = 2; number < VIEWS_MAX; number++)
      expect((await app.call(addView, { List, Name: `View ${number}`, State }, who)).status).toBe(201)
    const last = await Promise.all(['Last', 'One more'].map((Name) => app.call(addView, { List, Name, State }, who)))
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(last.find(({ status }) => status === 409)?.refusal).toMatchObject({ code: 'views.too_many' })
  })

  test('holds columns and filters of fields that the company made', async () => {
    const own = { Filters: { 'CustomValues.RING_SIZE': '12' }, Columns: [{ Field: 'CustomValues.2ND_NAME' }] }
    const { status, body } = await app.call(addView, { List, Name: 'Rings', State: { ...State, ...own } })
    expect(status).toBe(201)
    expect((await app.call(myLists, {})).body.views.find(({ ViewId }) => ViewId === body.ViewId)?.State).toMatchObject(
      own,
    )
  })

  test.each([
    ['filters of any name', { Filters: JSON.parse('{"__proto__":"x"}') }],
    ['a text too long for an address', { Filters: { FullName: 'x'.repeat(201) } }],
    ['a column that is no field', { Columns: [{ Field: 'a; drop table customer' }] }],
    ['a page larger than any', { Size: 101 }],
    ['more than it knows', { Page: 2 }],
  ])('does not hold %s', async (_, wrong) => {
    const reply = await app.call(addView, { List, Name: 'Wrong', State: { ...State, ...wrong } as never })
    expect(reply.status).toBe(400)
  })
})
