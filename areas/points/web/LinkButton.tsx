import { Button } from 'antd'
import type { MouseEvent } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

/** A link that looks like a button and still opens in a new tab. */
export function ButtonLink({ to, children }: { to: string; children: string }) {
  const go = useLinkClickHandler<HTMLAnchorElement>(to)
  return (
    <Button href={useHref(to)} onClick={(event) => go(event as MouseEvent<HTMLAnchorElement>)}>
      {children}
    </Button>
  )
}
