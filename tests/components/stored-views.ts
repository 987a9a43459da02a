import { addView, chooseForList, deleteView, myLists, updateView } from '#areas/views/contract.ts'
import type { ListChoice, ListView } from '#kit/contract/list-view.ts'
import { answer } from './server.ts'

/** Answers the endpoints of saved views from memory; initial views belong to another user by default. */
export function storeViews(initial: readonly Partial<ListView>[] = []): { views: ListView[]; choices: ListChoice[] } {
  const stored = {
    views: initial.map((view, position) => ({ ...viewDefault, ViewId: position + 1, ...view })),
    choices: [] as ListChoice[],
  }
  const find = (ViewId: number) => stored.views.find((view) => view.ViewId === ViewId)!
  answer(myLists, () => structuredClone(stored))
  answer(addView, ({ List, Name, SharedYN, State }) => {
    const ViewId = stored.views.length + 1
    const view = { ...viewDefault, ViewId, List, Name, SharedYN, State, OwnYN: 'Y' as const }
    stored.views.push(view)
    return view
  })
  answer(updateView, ({ ViewId, Version, ...changes }) =>
    Object.assign(find(ViewId), { ...changes, Version: Version + 1 }),
  )
  answer(deleteView, ({ ViewId }) => {
    stored.views = stored.views.filter((view) => view.ViewId !== ViewId)
    return { ViewId }
  })
  answer(chooseForList, ({ List, ...changes }) => {
    const before = stored.choices.find((choice) => choice.List === List)
    const choice = { ...{ List, Columns: null, Density: null, DefaultViewId: null }, ...before, ...changes }
    stored.choices = [...stored.choices.filter((other) => other !== before), choice]
    return choice
  })
  return stored
}

const viewDefault: ListView = {
  ViewId: 0,
  List: '',
  Name: '',
  SharedYN: 'N',
  OwnYN: 'N',
  OwnerName: 'TAN WEI LING',
  State: { Filters: {}, Sort: null, Direction: 'ASC', Size: 20, Columns: null, Density: 'comfortable' },
  Version: 1,
}
