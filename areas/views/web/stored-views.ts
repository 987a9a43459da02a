import { call } from '#kit/web/call.ts'
import type { ViewStorageService } from '#kit/web/table/views.ts'
import { addView, chooseForList, deleteView, myLists, updateView } from '../contract.ts'

/** Stores views and selected columns of lists on the server. */
export const storedViewsService: ViewStorageService = {
  all: () => call(myLists, {}),
  add: (view) => call(addView, view, { idempotencyKey: crypto.randomUUID() }),
  update: ({ ViewId, Version }, change) => call(updateView, { ViewId, Version, ...change }),
  remove: (ViewId) => call(deleteView, { ViewId }),
  choose: (List, choice) => call(chooseForList, { List, ...choice }),
}
