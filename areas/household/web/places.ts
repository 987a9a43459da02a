import { Finger, SizeKind, type SizeShown } from '../contract.ts'

type WornPlace = Pick<SizeShown, 'Kind' | 'Finger'>

/** Text key of where a piece is worn: the finger of a ring, else the kind of piece. */
export const placeOf = ({ Kind, Finger }: WornPlace): string => Finger ?? Kind

export const places: readonly string[] = [...Finger.options, ...SizeKind.options.filter((kind) => kind !== 'Ring')]

export const parsePlace = (place: string): WornPlace => {
  const finger = Finger.options.find((candidate) => candidate === place)
  return finger ? { Kind: 'Ring', Finger: finger } : { Kind: place as WornPlace['Kind'], Finger: null }
}
