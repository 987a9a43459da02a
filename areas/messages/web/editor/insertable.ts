import type { MergeName } from '../../contract.ts'

/** A name as the editor offers it: what it is called here, and under which heading. */
export type Insertable = Pick<MergeName, 'Name' | 'Kind' | 'AlwaysYN' | 'Fields'> & {
  label: string
  group: string
}
