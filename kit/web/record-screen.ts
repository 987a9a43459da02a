import { createElement } from 'react'
import { recordPagePath } from '#kit/contract/path.ts'
import type { TextNamespace } from './labels.ts'
import type { RecordPageProps, SetupRecordEndpoints } from './RecordPage.tsx'
import type { Screen, ShellTextKey } from './screen.ts'

type RecordScreen<R extends SetupRecordEndpoints> = Omit<RecordPageProps<R>, 'area' | 'record' | 'heading'> &
  Pick<Screen, 'title' | 'role' | 'menu'> & {
    /** The singular name of the record in its contract, which determines the path of the page. */
    name: string
    record: () => Promise<R>
    /** The label of the add button, if it differs from the title of the add dialog. */
    addLabel?: ShellTextKey
  }

/** Declares the setup page of a record. The contract and the page are loaded when the page is opened. */
export const recordScreen = <R extends SetupRecordEndpoints>({
  name,
  title,
  role,
  menu,
  record,
  addLabel,
  ...page
}: RecordScreen<R>): Screen => ({
  path: recordPagePath(name),
  title,
  ...(role && { role }),
  ...(menu && { menu }),
  add: { label: addLabel ?? page.adding, dialog: true },
  load: async () => {
    const loading = record()
    const Page = (await import('./RecordPage.tsx')).RecordPage<SetupRecordEndpoints>
    const [area] = page.words.split(':') as [TextNamespace]
    const props = {
      ...page,
      area,
      heading: title,
      record: await loading,
    } as unknown as RecordPageProps<SetupRecordEndpoints>
    return { default: () => createElement(Page, props) }
  },
})
