import { type DisplayedSize, Finger, SizeKind } from '../contract.ts'

type WornPlace = Pick<DisplayedSize, 'Kind' | 'Finger'>

/** Returns where a piece is worn: the finger of a ring, otherwise the kind of piece. */
export const wornPlaceOf = ({ Kind, Finger }: WornPlace): string => Finger ?? Kind

export const wornPlaces: readonly string[] = [...Finger.options, ...SizeKind.options.filter((kind) => kind !== 'Ring')]

export const parseWornPlace = (place: string): WornPlace => {
  const finger = Finger.options.find((candidate) => candidate === place)
  return finger ? { Kind: 'Ring', Finger: finger } : { Kind: place as WornPlace['Kind'], Finger: null }
}
