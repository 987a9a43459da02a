import type { ListState } from './address.ts'
import type { ListViews } from './useListViews.ts'
import type { ViewChanges } from './views.ts'

/** The saved views of a list and the actions on them. */
export type ViewTools = {
  views: ListViews
  changes: ViewChanges
  state: ListState
  modified: boolean
  /** True if this user may change the open view. */
  editable: boolean
  /** Opens a dialog for a view: `add` saves the current state as a new view, `edit` renames or shares the open view. */
  ask: (what: 'add' | 'edit' | 'delete') => void
  save: () => Promise<void>
  reset: () => void
}
