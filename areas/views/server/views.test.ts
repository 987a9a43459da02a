import { describe, expect, test } from 'vitest'
import type { ListViewState } from '#kit/contract/list-view.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addView, chooseForList, deleteView, myLists, updateView, VIEWS_PER_LIST_MAX } from '../contract.ts'

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
const namesFor = async (caller: typeof hq) => (await app.call(myLists, {}, caller)).body.views.map(({ Name }) => Name)

describe('saved views of a list', () => {
  test('list view: only the owner of a personal view can read, change or choose it', async () => {
    const { status, body } = await app.call(addView, { List, Name: 'Regulars', State }, outletStaff)

    expect({ status, body }).toMatchObject({
      status: 201,
      body: { Name: 'Regulars', OwnYN: 'Y', SharedYN: 'N', State },
    })
    const ownViews = await app.call(myLists, {}, outletStaff)
    expect(ownViews.body.views).toEqual([body])
    expect(await namesFor(colleague)).toEqual([])
    const Version = body.Version
    for (const reply of [
      await app.call(updateView, { ViewId: body.ViewId, Version, Name: 'Mine' }, colleague),
      await app.call(deleteView, { ViewId: body.ViewId }, hq),
      await app.call(chooseForList, { List, DefaultViewId: body.ViewId }, colleague),
    ])
      expect(reply).toMatchObject({ status: 404, refusal: { code: 'views.not_found' } })
  })

  test('list view: only head office can share views and change shared views, and every user can make one the default', async () => {
    expect(await app.call(addView, { List, Name: 'For all', SharedYN: 'Y', State }, outletStaff)).toMatchObject({
      status: 403,
      refusal: { code: 'views.head_office_only' },
    })
    const { body } = await app.call(addView, { List, Name: 'For all', SharedYN: 'Y', State })
    expect(await namesFor(colleague)).toEqual(['For all'])
    expect(await app.call(deleteView, { ViewId: body.ViewId }, colleague)).toMatchObject({ status: 404 })

    await app.call(chooseForList, { List, DefaultViewId: body.ViewId }, colleague)
    const choice = await app.call(chooseForList, { List, Density: 'compact' }, colleague)
    expect(choice.body).toEqual({ List, Columns: null, Density: 'compact', DefaultViewId: body.ViewId })

    const otherHQ = staffWith({ outlet: 'HQ' })
    expect((await app.call(updateView, { ViewId: body.ViewId, Version: 1, Name: 'All of us' }, otherHQ)).status).toBe(
      200,
    )
    expect((await app.call(deleteView, { ViewId: body.ViewId }, otherHQ)).status).toBe(200)
    const remaining = await app.call(myLists, {}, colleague)
    expect(remaining.body.choices).toMatchObject([{ List, Density: 'compact', DefaultViewId: null }])
  })

  test('list view: of two concurrent changes of a view one is refused as stale', async () => {
    const { body } = await app.call(addView, { List, Name: 'Twice', State })
    const replies = await Promise.all(
      ['One', 'Two'].map((Name) => app.call(updateView, { ViewId: body.ViewId, Version: 1, Name })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.refusal).toMatchObject({ code: 'kit.stale' })
  })

  test('list view: names are unique regardless of case, and a user can save at most VIEWS_MAX views for a list', async () => {
    const caller = staffWith({ roles: ['Card Group'] })
    await app.call(addView, { List, Name: 'Gold', State }, caller)
    expect(await app.call(addView, { List, Name: 'GOLD', State }, caller)).toMatchObject({
      status: 409,
      refusal: { code: 'views.name_taken', params: { Name: 'GOLD' } },
    })
    expect((await app.call(addView, { List: `${List}#other`, Name: 'Gold', State }, caller)).status).toBe(201)
    for (let number = 2; number < VIEWS_PER_LIST_MAX; number++)
      expect((await app.call(addView, { List, Name: `View ${number}`, State }, caller)).status).toBe(201)
    const lastReplies = await Promise.all(
      ['Last', 'One more'].map((Name) => app.call(addView, { List, Name, State }, caller)),
    )
    expect(lastReplies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(lastReplies.find(({ status }) => status === 409)?.refusal).toMatchObject({ code: 'views.too_many' })
  })

  test('list view: a view can store columns and filters of custom fields', async () => {
    const customFieldState = {
      Filters: { 'CustomValues.RING_SIZE': '12' },
      Columns: [{ Field: 'CustomValues.2ND_NAME' }],
    }
    const { status, body } = await app.call(addView, { List, Name: 'Rings', State: { ...State, ...customFieldState } })
    expect(status).toBe(201)
    expect((await app.call(myLists, {})).body.views.find(({ ViewId }) => ViewId === body.ViewId)?.State).toMatchObject(
      customFieldState,
    )
  })

  test.each([
    ['a filter named __proto__', { Filters: JSON.parse('{"__proto__":"x"}') }],
    ['a filter value of more than 200 characters', { Filters: { FullName: 'x'.repeat(201) } }],
    ['a column that is not a field name', { Columns: [{ Field: 'a; drop table customer' }] }],
    ['an unknown page size', { Size: 101 }],
    ['an unknown property', { Page: 2 }],
  ])('list view: the API rejects %s', async (_, invalidState) => {
    const reply = await app.call(addView, { List, Name: 'Wrong', State: { ...State, ...invalidState } as never })
    expect(reply.status).toBe(400)
  })
})
