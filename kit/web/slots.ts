import {
  Component,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  Suspense,
  useContext,
} from 'react'

// Areas in higher layers contribute the values of slots and services in their `web.ts`.
// An area declares its slots, and the services it needs from higher areas, in `web/slots.ts`.
// Higher areas contribute values in their `web.ts`.

/** A value that an area adds to a slot or provides as a service. */
export type SlotContribution = { name: string; values: readonly unknown[] }

/** An extension point of a page, for components, tabs or actions of higher areas. */
type Slot<Value> = {
  name: string
  with: (...values: readonly Value[]) => SlotContribution
}

export const defineSlot = <Value>(name: string): Slot<Value> => ({ name, with: (...values) => ({ name, values }) })

/** A value that one area provides. Without a provider, reading the service throws unless it has a default. */
export type Service<Value> = {
  name: string
  otherwise?: { value: Value }
  with: (value: Value) => SlotContribution
}

export const defineService = <Value>(name: string, otherwise?: { value: Value }): Service<Value> => ({
  name,
  ...(otherwise && { otherwise }),
  with: (value) => ({ name, values: [value] }),
})

type Contributions = ReadonlyMap<string, readonly unknown[]>

/** Groups the contributions of areas by the name of their slot or service, in the order of the areas. */
export function collectContributions(contributions: readonly SlotContribution[]): Contributions {
  const collected = new Map<string, readonly unknown[]>()
  for (const { name, values } of contributions) collected.set(name, [...(collected.get(name) ?? []), ...values])
  return collected
}

export const ContributionsContext = createContext<Contributions>(new Map())

const nothing: readonly never[] = []

export const useSlot = <Value>({ name }: Slot<Value>): readonly Value[] =>
  (useContext(ContributionsContext).get(name) as readonly Value[] | undefined) ?? nothing

export function useService<Value>({ name, otherwise }: Service<Value>): Value {
  const values = useContext(ContributionsContext).get(name) as readonly Value[] | undefined
  if (values && values.length > 1) throw new Error(`The service "${name}" has ${values.length} providers`)
  if (values) return values[0] as Value
  if (!otherwise) throw new Error(`No area provides the service "${name}"`)
  return otherwise.value
}

/** Renders contributed components, each inside its own error boundary. */
export const ContributedParts = <Props extends object>({
  parts,
  props,
}: {
  parts: readonly ComponentType<Props>[]
  props: Props
}) => parts.map((part, key) => createElement(SlotPart, { key, part: part as ComponentType<object>, props }))

type PartsProps<Props extends object> = { slot: Slot<ComponentType<Props>> } & { props: Props }

/** Renders all components contributed to a slot. */
export const SlotParts = <Props extends object>({ slot, props }: PartsProps<Props>) =>
  ContributedParts({ parts: useSlot(slot), props })

/** Renders a component of another area. The surrounding page stays usable while the component loads or if it fails. */
export const SlotPart = <Props extends object>({ part, props }: { part: ComponentType<Props>; props: Props }) =>
  createElement(Boundary, null, createElement(Suspense, { fallback: null }, createElement(part, props)))

class Boundary extends Component<{ children?: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? null : this.props.children
  }
}
