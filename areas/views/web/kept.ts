import { call } from '#kit/web/call.ts'
import type { ViewSource } from '#kit/web/table/views.ts'
import { addView, chooseForList, deleteView, myLists, updateView } from '../contract.ts'

/** Where views and chosen columns of lists are kept. */
export const views: ViewSource = {
  all: () => call(myLists, {}),
  add: (view) => call(addView, view, { idempotencyKey: crypto.randomUUID() }),
  update: ({ ViewId, Version }, change) => call(updateView, { ViewId, Version, ...change }),
  remove: (ViewId) => call(deleteView, { ViewId }),
  choose: (List, choice) => call(chooseForList, { List, ...choice }),
}
