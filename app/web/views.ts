import { addView, chooseForList, deleteView, myLists, updateView } from '#areas/views/contract.ts'
import { call } from '#kit/web/call.ts'
import { setViewSource } from '#kit/web/table/views.ts'

/** Tells the kit's lists where views and chosen columns are kept. */
export const startViews = () =>
  setViewSource({
    all: () => call(myLists, {}),
    add: (view) => call(addView, view, { idempotencyKey: crypto.randomUUID() }),
    update: ({ ViewId, Version }, change) => call(updateView, { ViewId, Version, ...change }),
    remove: (ViewId) => call(deleteView, { ViewId }),
    choose: (List, choice) => call(chooseForList, { List, ...choice }),
  })
