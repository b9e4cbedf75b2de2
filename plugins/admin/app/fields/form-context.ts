// The form that a field is in, for fields that need more of it than their value.
import { createContext } from 'preact';
import type { Form } from '../data/form';

/** null: the field is in no form of a document, such as one that changes a field of many documents. */
export const FormContext = createContext<Form | null>(null);
