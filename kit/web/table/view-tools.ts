import type { ListState } from './address.ts'
import type { ListViews } from './useListViews.ts'
import type { ViewChanges } from './views.ts'

/** The views of one list and what can be done with them. */
export type ViewTools = {
  views: ListViews
  changes: ViewChanges
  state: ListState
  modified: boolean
  /** Whether this user may change the open view. */
  editable: boolean
  /** `add` saves the present state under a new name, `edit` renames or shares the open view. */
  ask: (what: 'add' | 'edit' | 'delete') => void
  save: () => Promise<void>
  reset: () => void
}
