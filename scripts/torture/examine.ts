// The doctor's word on the database of an application, as lines; none: it is healthy.
export { examine } from '../../core/testing/examine';
