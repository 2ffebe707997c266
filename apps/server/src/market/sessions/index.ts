export { dateOf, dayMs, hourMs, minuteMs, type Segment, type SessionDay, Sessions, weekday } from './calendar.ts';
