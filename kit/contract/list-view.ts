import { z } from 'zod'
import { Id, Version, YN } from './fields.ts'

// Saved list views: filters, sort order and columns. The kit displays views, and the views area stores them.

/** The path of a row field: `Building.Code` for a nested field, `CustomValues.RING_SIZE` for a custom field. */
const FieldPath = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z0-9_-]+)?$/)
  .max(80)

export const ColumnWidth = z.enum(['narrow', 'normal', 'wide'])
export type ColumnWidth = z.infer<typeof ColumnWidth>

/** A visible column and its width. Without a width the column is as wide as its content. */
export const ColumnChoice = z.strictObject({ Field: FieldPath, Width: ColumnWidth.optional() })
export type ColumnChoice = z.infer<typeof ColumnChoice>

export const ColumnChoices = z.array(ColumnChoice).min(1).max(60)

export const Density = z.enum(['comfortable', 'compact'])
export type Density = z.infer<typeof Density>

export const ListViewState = z.strictObject({
  Filters: z
    .record(FieldPath, z.string().min(1).max(200))
    .refine((filters) => Object.keys(filters).length <= 40, 'At most 40 filters'),
  /** The sort field; null for the default order of the list. */
  Sort: z.string().max(60).nullable(),
  Direction: z.enum(['ASC', 'DESC']),
  Size: z.int().min(1).max(100),
  /** The visible columns; null for the default columns of the page. */
  Columns: ColumnChoices.nullable(),
  Density,
})
export type ListViewState = z.infer<typeof ListViewState>

export const ListView = z.strictObject({
  ViewId: Id,
  List: z.string(),
  Name: z.string(),
  SharedYN: YN,
  OwnYN: YN,
  /** The display name of the user who owns the view. */
  OwnerName: z.string(),
  State: ListViewState,
  Version,
})
export type ListView = z.infer<typeof ListView>

/** A user's settings for a list when no view is open. */
export const ListChoice = z.strictObject({
  List: z.string(),
  /** The visible columns; null for the default columns of the page. */
  Columns: ColumnChoices.nullable(),
  Density: Density.nullable(),
  DefaultViewId: Id.nullable(),
})
export type ListChoice = z.infer<typeof ListChoice>
