import type { RawBuilder } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

type History = {
  /** Returns a select of `object_type` and `object_id` for rows of other tables that belong to the record. */
  parts?: (id: string) => RawBuilder<unknown>
  /** Returns a select that finds a row if the outlet may not see the record and its history. */
  hidden?: (id: string, outlet: string) => RawBuilder<unknown>
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The rules by which an area's records have a history: related rows and visibility. */
    histories?: Readonly<Record<string, History>>
  }
}

export const findHistoriesOfSubject = ({ services }: Pick<Ctx, 'services'>, subject: string): History[] =>
  services.areas.flatMap(({ histories }) => histories?.[subject] ?? [])
