import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Row } from './Layout.tsx'

// The components below render content of the page by portals into the page header, which the shell draws.

type PortalTarget = { element: HTMLElement | null; watchers: Set<() => void> }
const tools: PortalTarget = { element: null, watchers: new Set() }
const about: PortalTarget = { element: null, watchers: new Set() }

const setElement = (target: PortalTarget) => (element: HTMLElement | null) => {
  target.element = element
  for (const changed of target.watchers) changed()
}

/** The elements of the shell's header that receive content of the page. */
export const pageHeaderRefs = { tools: setElement(tools), about: setElement(about) }

function usePortalTarget(target: PortalTarget) {
  return useSyncExternalStore(
    (changed) => {
      target.watchers.add(changed)
      return () => target.watchers.delete(changed)
    },
    () => target.element,
  )
}

/** Actions for the whole page, in the header before the add button: export, view switch, record pager. */
export function PageTools({ children }: { children: ReactNode }) {
  const element = usePortalTarget(tools)
  return element && createPortal(children, element)
}

/** One line of text below the page's title. */
export function PageSubtitle({ children }: { children: ReactNode }) {
  const element = usePortalTarget(about)
  return element && createPortal(children, element)
}

type HeadProps = { about?: ReactNode; tags?: ReactNode; actions?: ReactNode }

/** The header of a record's page, with identifying details, status tags and actions. */
export const RecordPageHeader = ({ about, tags, actions }: HeadProps) => (
  <>
    <PageSubtitle>
      <Row>
        {tags}
        {about}
      </Row>
    </PageSubtitle>
    {actions && <PageTools>{actions}</PageTools>}
  </>
)
