import type { RawBuilder } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

type History = {
  /** A select of `object_type`, `object_id`: rows of the area's other tables that are shown as part of the record. */
  parts?: (id: string) => RawBuilder<unknown>
  /** A select that finds a row where the record, and so its history, is not for this outlet: sales of others, and what is deleted. */
  hidden?: (id: string, outlet: string) => RawBuilder<unknown>
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What belongs to the histories of records besides their own rows. */
    histories?: Readonly<Record<string, History>>
  }
}

export const historiesOf = ({ services }: Pick<Ctx, 'services'>, subject: string): History[] =>
  services.areas.flatMap(({ histories }) => histories?.[subject] ?? [])
