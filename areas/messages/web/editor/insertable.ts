import type { MergeName } from '../../contract.ts'

/** A merge field with its label and group. */
export type InsertableField = Pick<MergeName, 'Name' | 'Kind' | 'AlwaysYN' | 'Fields'> & {
  label: string
  group: string
}
