// `timestamp`: a moment, `yyyy-MM-ddTHH:mm:ss.SSSZ`.
import { datetimeType } from './datetime';

export const timestampType = { ...datetimeType, name: 'timestamp' };
