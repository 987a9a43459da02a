import { type ComponentType, createElement } from 'react'

type Part = ComponentType<{ MembershipNo: string }>

let parts: readonly Part[] = []

/** The shell says once what areas show of a member at the counter and on the customer's page: those pages know none of them. */
export const setMemberParts = (own: readonly Part[]) => {
  parts = own
}

/** The place below a member's card for them. */
export const MemberParts: Part = ({ MembershipNo }) =>
  parts.map((part, key) => createElement(part, { key, MembershipNo }))
