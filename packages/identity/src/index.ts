export {
  checkDigit,
  type Difference,
  differencesOf,
  type TravelDocument,
  type Zone,
  type ZoneProblem,
  zoneOf,
  zoneProblems,
} from './mrz.ts';
export { jaroWinkler, type NameParts, nameSimilarity, partsOf, samePerson, similarEnough, transliterated } from './names.ts';
export { type Hit, type ListedPerson, Screening } from './screening.ts';
