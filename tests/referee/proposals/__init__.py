"""Tests of what is proposed to the referee."""
